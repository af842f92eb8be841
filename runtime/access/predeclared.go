package access

// Types that Go declares, for places where a program has given their names to something
// else: instrument/internal/rewrite/names.go.
type (
	TypeAny        = any        // any
	TypeBool       = bool       // bool
	TypeByte       = byte       // byte
	TypeComplex64  = complex64  // complex64
	TypeComplex128 = complex128 // complex128
	TypeError      = error      // error
	TypeFloat32    = float32    // float32
	TypeFloat64    = float64    // float64
	TypeInt        = int        // int
	TypeInt8       = int8       // int8
	TypeInt16      = int16      // int16
	TypeInt32      = int32      // int32
	TypeInt64      = int64      // int64
	TypeRune       = rune       // rune
	TypeString     = string     // string
	TypeUint       = uint       // uint
	TypeUint8      = uint8      // uint8
	TypeUint16     = uint16     // uint16
	TypeUint32     = uint32     // uint32
	TypeUint64     = uint64     // uint64
	TypeUintptr    = uintptr    // uintptr
)
