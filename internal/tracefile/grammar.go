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
	"START":       {},
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
}

// taskless are the operations without a thread.
func taskless(name string) bool { return grammar[name].task == "" }

// isPost says whether an operation puts a message into a queue.
func isPost(name string) bool { return strings.HasSuffix(name, "POST") }

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
