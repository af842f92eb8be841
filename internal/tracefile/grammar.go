package tracefile

import "strings"

// shape says which keys the line of an operation has.
type shape struct {
	task     string   // the key that names the thread that does it; "" none
	required []string // besides task
	optional []string
}

// grammar has every operation. The first part is EM-Explorer's, as DroidRacer
// records it; the second is ours, for what Go programs do besides.
var grammar = map[string]shape{
	"START":       {optional: []string{"recorder", "package", "test", "races"}},
	"THREADINIT":  {task: "tid"},
	"THREADEXIT":  {task: "tid"},
	"FORK":        {task: "par-tid", required: []string{"child-tid"}},
	"JOIN":        {task: "par-tid", required: []string{"child-tid"}},
	"ATTACH-Q":    {task: "tid", optional: []string{"queue"}},
	"LOOP":        {task: "tid", optional: []string{"queue"}},
	"POST":        {task: "src", required: []string{"msg", "dest"}},
	"NATIVE-POST": {task: "src", required: []string{"msg", "dest"}},
	"UI-POST":     {task: "src", required: []string{"msg", "dest"}},
	"DELAY-POST":  {task: "src", required: []string{"msg", "dest"}},
	"CALL":        {task: "tid", required: []string{"msg"}},
	"RET":         {task: "tid", required: []string{"msg"}},

	"READ":         {task: "tid", required: []string{"obj"}, optional: []string{"class", "field"}},
	"WRITE":        {task: "tid", required: []string{"obj"}, optional: []string{"class", "field"}},
	"READ-STATIC":  {task: "tid", required: []string{"class", "field"}},
	"WRITE-STATIC": {task: "tid", required: []string{"class", "field"}},

	"LOCK":   {task: "tid", required: []string{"lock-obj"}},
	"UNLOCK": {task: "tid", required: []string{"lock-obj"}},
	"WAIT":   {task: "tid"},
	"NOTIFY": {task: "tid", required: []string{"notifiedTid"}},

	"ENABLE-LIFECYCLE":     {task: "tid", required: []string{"component", "id", "state"}},
	"TRIGGER-LIFECYCLE":    {task: "tid", required: []string{"component", "id", "state"}},
	"ENABLE-EVENT":         {task: "tid", required: []string{"view", "event"}},
	"TRIGGER-EVENT":        {task: "tid", required: []string{"view", "event"}},
	"ENABLE-WINDOW-FOCUS":  {task: "tid", required: []string{"windowHash"}},
	"TRIGGER-WINDOW-FOCUS": {task: "tid", required: []string{"windowHash"}},
	"TRIGGER-BROADCAST":    {task: "tid", required: []string{"action", "component", "intent", "onRecLater", "state"}},
	"TRIGGER-SERVICE":      {task: "tid", required: []string{"component", "id", "state"}},
	"NOP":                  {task: "tid"},

	"OBJECT":        {required: []string{"obj", "kind"}, optional: []string{"name", "cap", "queue", "init"}},
	"POST-FRONT":    {task: "src", required: []string{"msg", "dest"}},
	"CLOSE-HANDLER": {task: "tid", required: []string{"dest"}},
	"ATOMIC-LOAD":   {task: "tid", required: []string{"obj"}},
	"ATOMIC-STORE":  {task: "tid", required: []string{"obj", "val"}},
	"ATOMIC-ADD":    {task: "tid", required: []string{"obj", "val"}},
	"CAS":           {task: "tid", required: []string{"obj", "old", "new"}},
	"AWAIT":         {task: "tid", required: []string{"obj"}},
	"RLOCK":         {task: "tid", required: []string{"lock-obj"}},
	"RUNLOCK":       {task: "tid", required: []string{"lock-obj"}},
	"TRYLOCK":       {task: "tid", required: []string{"lock-obj", "ok"}},
	"TRYRLOCK":      {task: "tid", required: []string{"lock-obj", "ok"}},
	"SEND":          {task: "tid", required: []string{"chan"}},
	"RECV":          {task: "tid", required: []string{"chan"}},
	"CLOSE":         {task: "tid", required: []string{"chan"}},
	"LEN":           {task: "tid", required: []string{"chan"}},
	"SELECT":        {task: "tid", optional: []string{"cases", "default"}},
	"WG-ADD":        {task: "tid", required: []string{"wg", "val"}},
	"WG-WAIT":       {task: "tid", required: []string{"wg"}},
	"COND-WAIT":     {task: "tid", required: []string{"cond", "lock-obj"}},
	"SIGNAL":        {task: "tid", required: []string{"cond"}},
	"BROADCAST":     {task: "tid", required: []string{"cond"}},
	"ONCE":          {task: "tid", required: []string{"once"}, optional: []string{"first"}},
	"ONCE-END":      {task: "tid", required: []string{"once"}},
	"SLEEP":         {task: "tid", required: []string{"val"}},
	"TIMER-NEW":     {task: "tid", required: []string{"timer", "val"}},
	"TICKER-NEW":    {task: "tid", required: []string{"timer", "val"}},
	"AFTER-FUNC":    {task: "tid", required: []string{"timer", "val", "child-tid"}},
	"TIMER-RESET":   {task: "tid", required: []string{"timer", "val"}},
	"TIMER-STOP":    {task: "tid", required: []string{"timer"}},
	"TIMER-RECV":    {task: "tid", required: []string{"timer"}},
}

// objectKeys are the keys that name a declared object, with the kinds that it
// may be of; lock-obj and dest only name one in our own traces.
var objectKeys = map[string][]string{
	"chan": {"channel"}, "wg": {"waitgroup"}, "cond": {"cond"}, "once": {"once"}, "timer": {"timer"},
}

// kinds are the kinds of objects.
var kinds = []string{"mutex", "rwmutex", "channel", "handler", "cond", "waitgroup", "once", "timer", "variable"}

// numbers are the keys whose values are integers.
var numbers = []string{"val", "old", "new", "cap", "init", "ok", "first", "default"}

// taskless are the operations without a thread.
func taskless(name string) bool { return grammar[name].task == "" }

// IsPost reports whether an operation puts a message into a queue.
func IsPost(name string) bool { return strings.HasSuffix(name, "POST") || name == "POST-FRONT" }

// example is how the line of an operation looks, for error messages.
func (s shape) example(name string) string {
	var b strings.Builder
	b.WriteString(name)
	keys := s.required
	if s.task != "" {
		keys = append([]string{s.task}, keys...)
	}
	for _, k := range keys {
		b.WriteString(" " + k + ":…")
	}
	return b.String()
}
