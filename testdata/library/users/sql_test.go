package users

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A driver in memory: one table with one number.
type store struct {
	mu     sync.Mutex
	n      int64
	open   atomic.Int32
	most   atomic.Int32
	unsafe int64
	slow   time.Duration
	fail   atomic.Bool
}

type connector struct{ s *store }

func (c connector) Connect(ctx context.Context) (driver.Conn, error) {
	n := c.s.open.Add(1)
	for {
		m := c.s.most.Load()
		if n <= m || c.s.most.CompareAndSwap(m, n) {
			break
		}
	}
	return &conn{s: c.s}, nil
}
func (c connector) Driver() driver.Driver { return nil }

type conn struct {
	s    *store
	used int // of one goroutine at a time
	tx   bool
	add  int64
}

func (c *conn) Prepare(q string) (driver.Stmt, error) { c.used++; return &stmt{c, q}, nil }
func (c *conn) Close() error                          { c.used++; c.s.open.Add(-1); return nil }
func (c *conn) Begin() (driver.Tx, error)             { c.used++; c.tx = true; c.add = 0; return c, nil }
func (c *conn) Commit() error {
	c.used++
	c.tx = false
	c.s.mu.Lock()
	c.s.n += c.add
	c.s.mu.Unlock()
	return nil
}
func (c *conn) Rollback() error { c.used++; c.tx = false; return nil }

type stmt struct {
	c *conn
	q string
}

func (s *stmt) Close() error  { return nil }
func (s *stmt) NumInput() int { return -1 }
func (s *stmt) Exec(args []driver.Value) (driver.Result, error) {
	s.c.used++
	switch s.q {
	case "add":
		if s.c.tx {
			s.c.add++
			return driver.RowsAffected(1), nil
		}
		s.c.s.mu.Lock()
		s.c.s.n++
		s.c.s.mu.Unlock()
	case "addunsafe":
		s.c.s.unsafe++
	case "fail":
		return nil, errors.New("no")
	case "bad":
		if s.c.s.fail.CompareAndSwap(false, true) {
			return nil, driver.ErrBadConn
		}
	}
	return driver.RowsAffected(1), nil
}
func (s *stmt) Query(args []driver.Value) (driver.Rows, error) {
	s.c.used++
	s.c.s.mu.Lock()
	defer s.c.s.mu.Unlock()
	return &rows{c: s.c, n: s.c.s.n, left: 2}, nil
}

type rows struct {
	c    *conn
	n    int64
	left int
}

func (r *rows) Columns() []string { return []string{"n"} }
func (r *rows) Close() error      { r.c.used++; return nil }
func (r *rows) Next(dest []driver.Value) error {
	r.c.used++
	if r.left == 0 {
		return io.EOF
	}
	r.left--
	dest[0] = r.n
	return nil
}

func db(t *testing.T) (*sql.DB, *store) {
	s := &store{}
	d := sql.OpenDB(connector{s})
	t.Cleanup(func() { d.Close() })
	return d, s
}

func TestOKSqlExec(t *testing.T) {
	d, s := db(t)
	f := func() { d.Exec("add") }
	two(f, f)
	if s.n != 2 {
		t.Error(s.n)
	}
}
func TestBugSqlUnsafe(t *testing.T) {
	d, _ := db(t)
	f := func() { d.Exec("addunsafe") }
	two(f, f)
}
func TestOKSqlUnsafeOneConn(t *testing.T) {
	d, s := db(t)
	d.SetMaxOpenConns(1)
	f := func() { d.Exec("addunsafe") }
	two(f, f)
	if s.unsafe != 2 {
		t.Error(s.unsafe)
	}
}
func TestBugSqlReadThenWrite(t *testing.T) {
	d, s := db(t)
	f := func() {
		var n int64
		d.QueryRow("get").Scan(&n)
		if n == 0 {
			d.Exec("add")
		}
	}
	two(f, f)
	if s.n != 1 {
		t.Error(s.n)
	}
}
func TestBugSqlMostOne(t *testing.T) { // pool may open two
	d, s := db(t)
	f := func() { d.Exec("add") }
	two(f, f)
	if s.most.Load() > 1 {
		t.Error("two")
	}
}
func TestBugSqlMostTwo(t *testing.T) { // it need not
	d, s := db(t)
	f := func() { d.Exec("add") }
	two(f, f)
	if s.most.Load() < 2 {
		t.Error("one")
	}
}
func TestOKSqlMaxOne(t *testing.T) {
	d, s := db(t)
	d.SetMaxOpenConns(1)
	f := func() { d.Exec("add") }
	two(f, f)
	if s.most.Load() != 1 {
		t.Error("two")
	}
}
func TestBugSqlNestedQuery(t *testing.T) { // rows hold the one connection: deadlock
	d, _ := db(t)
	d.SetMaxOpenConns(1)
	r, err := d.Query("get")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for r.Next() {
		d.Exec("add")
	}
}
func TestBugSqlNestedTwo(t *testing.T) { // each holds one of two and asks for another
	d, _ := db(t)
	d.SetMaxOpenConns(2)
	f := func() {
		r, _ := d.Query("get")
		defer r.Close()
		d.Exec("add")
	}
	two(f, f)
}
func TestOKSqlNestedThree(t *testing.T) {
	d, _ := db(t)
	d.SetMaxOpenConns(3)
	f := func() {
		r, _ := d.Query("get")
		defer r.Close()
		d.Exec("add")
	}
	two(f, f)
}
func TestOKSqlTx(t *testing.T) {
	d, s := db(t)
	f := func() {
		tx, _ := d.Begin()
		tx.Exec("add")
		tx.Exec("add")
		tx.Commit()
	}
	two(f, f)
	if s.n != 4 {
		t.Error(s.n)
	}
}
func TestOKSqlTxRollback(t *testing.T) {
	d, s := db(t)
	two(func() {
		tx, _ := d.Begin()
		defer tx.Rollback()
		tx.Exec("add")
		tx.Commit()
	}, func() {
		tx, _ := d.Begin()
		defer tx.Rollback()
		tx.Exec("add")
	})
	if s.n != 1 {
		t.Error(s.n)
	}
}
func TestBugSqlTxCancel(t *testing.T) { // the commit may come after the cancellation
	d, _ := db(t)
	ctx, cancel := context.WithCancel(t.Context())
	tx, err := d.BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	two(cancel, func() { err = tx.Commit() })
	if err != nil {
		t.Error(err)
	}
}
func TestOKSqlTxCancelEither(t *testing.T) {
	d, s := db(t)
	ctx, cancel := context.WithCancel(t.Context())
	tx, err := d.BeginTx(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	tx.Exec("add")
	two(cancel, func() { err = tx.Commit() })
	if (err == nil) != (s.n == 1) {
		t.Error(err, s.n)
	}
}
func TestBugSqlQueryTimeout(t *testing.T) { // waits for the one connection until the deadline
	d, _ := db(t)
	d.SetMaxOpenConns(1)
	c, _ := d.Conn(t.Context())
	defer c.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if _, err := d.ExecContext(ctx, "add"); err != nil {
		t.Error(err)
	}
}
func TestOKSqlQueryTimeout(t *testing.T) {
	d, _ := db(t)
	d.SetMaxOpenConns(1)
	c, _ := d.Conn(t.Context())
	defer c.Close()
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if _, err := d.ExecContext(ctx, "add"); err != context.DeadlineExceeded {
		t.Error(err)
	}
}
func TestOKSqlConnReturned(t *testing.T) {
	d, s := db(t)
	d.SetMaxOpenConns(1)
	c, _ := d.Conn(t.Context())
	two(func() { c.Close() }, func() { d.Exec("add") })
	if s.n != 1 {
		t.Error(s.n)
	}
}
func TestBugSqlCloseBeside(t *testing.T) {
	d, _ := db(t)
	var err error
	two(func() { d.Close() }, func() { _, err = d.Exec("add") })
	if err != nil {
		t.Error(err)
	}
}
func TestBugSqlTxShared(t *testing.T) { // a done transaction
	d, _ := db(t)
	tx, _ := d.Begin()
	var e1, e2 error
	two(func() { e1 = tx.Commit() }, func() { _, e2 = tx.Exec("add") })
	if e1 != nil || e2 != nil {
		t.Error(e1, e2)
	}
}
func TestOKSqlTxTwoCommits(t *testing.T) {
	d, s := db(t)
	tx, _ := d.Begin()
	tx.Exec("add")
	var e1, e2 error
	two(func() { e1 = tx.Commit() }, func() { e2 = tx.Commit() })
	if (e1 == nil) == (e2 == nil) || s.n != 1 {
		t.Error(e1, e2)
	}
}
func TestOKSqlStmt(t *testing.T) {
	d, s := db(t)
	st, _ := d.Prepare("add")
	defer st.Close()
	f := func() { st.Exec() }
	two(f, f)
	if s.n != 2 {
		t.Error(s.n)
	}
}
func TestBugSqlStmtClosed(t *testing.T) {
	d, _ := db(t)
	st, _ := d.Prepare("add")
	var err error
	two(func() { st.Close() }, func() { _, err = st.Exec() })
	if err != nil {
		t.Error(err)
	}
}
func TestBugSqlRowsShared(t *testing.T) { // Scan's destination
	d, _ := db(t)
	r, _ := d.Query("get")
	defer r.Close()
	r.Next()
	var n int64
	two(func() { r.Scan(&n) }, func() { n++ })
}
func TestBugSqlStats(t *testing.T) {
	d, _ := db(t)
	var in int
	two(func() { d.Exec("add") }, func() { in = d.Stats().InUse })
	if in != 0 {
		t.Error(in)
	}
}
func TestOKSqlBad(t *testing.T) { // tried again
	d, _ := db(t)
	var e1, e2 error
	two(func() { _, e1 = d.Exec("bad") }, func() { _, e2 = d.Exec("add") })
	if e1 != nil || e2 != nil {
		t.Error(e1, e2)
	}
}
func TestOKSqlPing(t *testing.T) {
	d, _ := db(t)
	var err error
	two(func() { err = d.Ping() }, func() { d.SetMaxIdleConns(0) })
	if err != nil {
		t.Error(err)
	}
}
func TestBugSqlNull(t *testing.T) { // one NullInt64 for two scans
	d, _ := db(t)
	var n sql.NullInt64
	f := func() { d.QueryRow("get").Scan(&n) }
	two(f, f)
}
