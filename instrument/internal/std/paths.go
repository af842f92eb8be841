package std

// ofPaths are those whose entry points are in package access/paths.
var ofPaths = map[string]string{
	"os.Link": "Link", "os.Open": "Open", "os.ReadDir": "ReadDir", "os.Readlink": "Readlink", "os.Remove": "Remove", "os.Rename": "Rename", "os.Symlink": "Symlink", "io/ioutil.ReadDir": "ReadInfos",
	"path/filepath.EvalSymlinks": "EvalSymlinks", "path/filepath.Glob": "Glob", "path/filepath.Walk": "Walk", "path/filepath.WalkDir": "WalkDir",
	"syscall.Rename": "SyscallRename", "syscall.Link": "SyscallLink", "syscall.Symlink": "SyscallSymlink", "syscall.Rmdir": "SyscallRmdir", "syscall.Flock": "Flock", "golang.org/x/sys/unix.Flock": "Flock",
	"os.MkdirTemp": "MkdirTemp", "os.CreateTemp": "CreateTemp", "io/ioutil.TempDir": "MkdirTemp", "io/ioutil.TempFile": "CreateTemp",
}
