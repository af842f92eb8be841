package stdlib

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"sync"
	"testing"
	"time"
)

// memory is a database of one row, without transactions.
type memory struct {
	mu           sync.Mutex
	n            int64
	open, closed int
	bad          int // statements that fail because their connection is bad
}

func (m *memory) Connect(context.Context) (driver.Conn, error) { return m.Open("") }
func (m *memory) Driver() driver.Driver                        { return m }

func (m *memory) Open(string) (driver.Conn, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.open++
	return &memoryConn{m}, nil
}

type memoryConn struct{ m *memory }

func (c *memoryConn) Begin() (driver.Tx, error) { return c, nil }
func (c *memoryConn) Commit() error             { return nil }
func (c *memoryConn) Rollback() error           { return nil }

func (c *memoryConn) Close() error {
	c.m.mu.Lock()
	defer c.m.mu.Unlock()
	c.m.closed++
	return nil
}

func (c *memoryConn) Prepare(string) (driver.Stmt, error) {
	c.m.mu.Lock()
	defer c.m.mu.Unlock()
	if c.m.bad > 0 {
		c.m.bad--
		return nil, driver.ErrBadConn
	}
	return &memoryStmt{c.m}, nil
}

type memoryStmt struct{ m *memory }

func (s *memoryStmt) Close() error  { return nil }
func (s *memoryStmt) NumInput() int { return -1 }

func (s *memoryStmt) Exec(args []driver.Value) (driver.Result, error) {
	s.m.mu.Lock()
	defer s.m.mu.Unlock()
	s.m.n = args[0].(int64)
	return driver.RowsAffected(1), nil
}

func (s *memoryStmt) Query([]driver.Value) (driver.Rows, error) { return &memoryRows{s.m, 0}, nil }

type memoryRows struct {
	m *memory
	i int
}

func (r *memoryRows) Columns() []string { return []string{"n"} }
func (r *memoryRows) Close() error      { return nil }

func (r *memoryRows) Next(dest []driver.Value) error {
	if r.i++; r.i > 1 {
		return io.EOF
	}
	r.m.mu.Lock()
	defer r.m.mu.Unlock()
	dest[0] = r.m.n
	return nil
}

// registered is what its name stands for in each execution: a new one.
var registered = &memory{}

func init() { sql.Register("memory", registered) }

func increment(t *testing.T, db *sql.DB) {
	var n int
	if err := db.QueryRow("select n").Scan(&n); err != nil {
		t.Error(err)
	}
	if _, err := db.Exec("update", n+1); err != nil {
		t.Error(err)
	}
}

func TestSQL(t *testing.T) {
	db, err := sql.Open("memory", "")
	if err != nil {
		t.Fatal(err)
	}
	increment(t, db)
	if db.Close(); registered.n != 1 || registered.open != 1 || registered.closed != 1 {
		t.Error(registered.n, registered.open, registered.closed)
	}
}

// A driver that the test registers, as only one execution could if it stayed.
func TestSQLRegister(t *testing.T) {
	m := &memory{}
	sql.Register("mine", m)
	db, err := sql.Open("mine", "")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { db.Ping() })
	}
	wg.Wait()
	if m.open == 0 {
		t.Error("not opened")
	}
}

// One connection for two goroutines.
func TestSQLOneConnection(t *testing.T) {
	m := &memory{}
	db := sql.OpenDB(m)
	db.SetMaxOpenConns(1)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if _, err := db.Exec("update", 7); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if db.Close(); m.open != 1 || m.closed != 1 {
		t.Error(m.open, m.closed)
	}
}

func TestSQLBadConnection(t *testing.T) {
	m := &memory{bad: 2}
	db := sql.OpenDB(m)
	defer db.Close()
	if _, err := db.Exec("update", 1); err != nil || m.open != 3 {
		t.Error(err, m.open)
	}
}

func TestSQLTimeout(t *testing.T) {
	db := sql.OpenDB(&memory{})
	defer db.Close()
	db.SetMaxOpenConns(1)
	c, err := db.Conn(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := db.PingContext(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestSQLIdleTime(t *testing.T) {
	db := sql.OpenDB(&memory{})
	defer db.Close()
	db.SetConnMaxIdleTime(time.Second)
	db.Ping()
	time.Sleep(3 * time.Second)
	if n := db.Stats().OpenConnections; n != 0 {
		t.Error(n)
	}
}

// What a context that is cancelled meanwhile does to rows.
func TestSQLCancel(t *testing.T) {
	db := sql.OpenDB(&memory{})
	defer db.Close()
	ctx, cancel := context.WithCancel(context.Background())
	rows, err := db.QueryContext(ctx, "select n")
	if err != nil {
		t.Fatal(err)
	}
	go cancel()
	for rows.Next() {
		var n int
		if err := rows.Scan(&n); err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	if err := rows.Err(); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestSQLCancelled(t *testing.T) {
	db := sql.OpenDB(&memory{})
	defer db.Close()
	ctx, cancel := context.WithCancel(context.Background())
	rows, err := db.QueryContext(ctx, "select n")
	if err != nil {
		t.Fatal(err)
	}
	go cancel()
	if !rows.Next() {
		t.Error("cancelled")
	}
}

func TestSQLLostUpdate(t *testing.T) {
	m := &memory{}
	db := sql.OpenDB(m)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { increment(t, db) })
	}
	wg.Wait()
	if db.Close(); m.n != 2 {
		t.Error("lost")
	}
}

// A statement while the rows of another one have the only connection.
func TestSQLDeadlock(t *testing.T) {
	db := sql.OpenDB(&memory{})
	db.SetMaxOpenConns(1)
	rows, err := db.Query("select n")
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		db.Exec("update", 1)
	}
}
