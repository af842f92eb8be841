package asked

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"sync"
	"testing"
)

// A db is a driver over a map with one lock, as fakes for tests are written.
type db struct {
	mu   sync.Mutex
	rows map[string]int64
}

type conn struct{ d *db }

func (d *db) Connect(context.Context) (driver.Conn, error) { return &conn{d}, nil }
func (d *db) Driver() driver.Driver                        { return nil }

func (c *conn) Prepare(q string) (driver.Stmt, error) { return &stmt{c, q}, nil }
func (c *conn) Close() error                          { return nil }
func (c *conn) Begin() (driver.Tx, error)             { return tx{}, nil }

type tx struct{}

func (tx) Commit() error   { return nil }
func (tx) Rollback() error { return nil }

type stmt struct {
	c *conn
	q string
}

func (s *stmt) Close() error  { return nil }
func (s *stmt) NumInput() int { return -1 }
func (s *stmt) Exec(args []driver.Value) (driver.Result, error) {
	s.c.d.mu.Lock()
	defer s.c.d.mu.Unlock()
	s.c.d.rows[args[0].(string)] = args[1].(int64)
	return driver.RowsAffected(1), nil
}

func (s *stmt) Query(args []driver.Value) (driver.Rows, error) {
	s.c.d.mu.Lock()
	defer s.c.d.mu.Unlock()
	v, ok := s.c.d.rows[args[0].(string)]
	return &rows{v: v, left: ok}, nil
}

type rows struct {
	v    int64
	left bool
}

func (r *rows) Columns() []string { return []string{"v"} }
func (r *rows) Close() error      { return nil }
func (r *rows) Next(dest []driver.Value) error {
	if !r.left {
		return io.EOF
	}
	dest[0], r.left = r.v, false
	return nil
}

func add(d *sql.DB, key string, n int64) error {
	var v int64
	if err := d.QueryRow("get", key).Scan(&v); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	_, err := d.Exec("set", key, v+n)
	return err
}

// TestRows: two read a row, and write what they have made of it.
func TestRows(t *testing.T) {
	d := sql.OpenDB(&db{rows: map[string]int64{"a": 1}})
	defer d.Close()
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if err := add(d, "a", 1); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	var v int64
	if err := d.QueryRow("get", "a").Scan(&v); err != nil {
		t.Fatal(err)
	}
	if v != 3 {
		t.Errorf("a = %d, want 3", v)
	}
}

// TestConnections: two read rows, and write before they have closed them, with two connections.
func TestConnections(t *testing.T) {
	d := sql.OpenDB(&db{rows: map[string]int64{"a": 1, "b": 2}})
	defer d.Close()
	d.SetMaxOpenConns(2)
	var wg sync.WaitGroup
	for _, k := range []string{"a", "b"} {
		wg.Go(func() {
			rows, err := d.Query("get", k)
			if err != nil {
				t.Error(err)
				return
			}
			defer rows.Close()
			for rows.Next() {
				var v int64
				rows.Scan(&v)
				if _, err := d.Exec("set", k, v+1); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

// TestNested: a query beside a transaction waits for the only connection, which that has.
func TestNested(t *testing.T) {
	d := sql.OpenDB(&db{rows: map[string]int64{"a": 1}})
	d.SetMaxOpenConns(1)
	tx, err := d.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	var v int64
	if err := d.QueryRow("get", "a").Scan(&v); err != nil {
		t.Fatal(err)
	}
}
