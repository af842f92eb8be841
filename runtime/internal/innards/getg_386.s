#include "textflag.h"

// func G() uintptr
TEXT ·G(SB), NOSPLIT, $0-4
	MOVL (TLS), AX
	MOVL AX, ret+0(FP)
	RET
