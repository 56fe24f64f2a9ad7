#include "go_asm.h"
#include "textflag.h"

// func applyAVX2(to, from *[Hidden]int16, weights *[Inputs][Hidden]int16, r *rows)
//
// Hidden is 64: the layer is in Y0 to Y3, a row of weights has 128 bytes.
TEXT ·applyAVX2(SB), NOSPLIT, $0-32
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ weights+16(FP), DX
	MOVQ r+24(FP), BX
	LEAQ rows_added(BX), R8
	LEAQ rows_removed(BX), R10
	MOVQ rows_addedCount(BX), R9
	MOVQ rows_removedCount(BX), R11
	VMOVDQU (SI), Y0
	VMOVDQU 32(SI), Y1
	VMOVDQU 64(SI), Y2
	VMOVDQU 96(SI), Y3
	TESTQ R9, R9
	JZ remove
add:
	MOVWLZX (R8), AX
	SHLQ $7, AX
	VPADDW (DX)(AX*1), Y0, Y0
	VPADDW 32(DX)(AX*1), Y1, Y1
	VPADDW 64(DX)(AX*1), Y2, Y2
	VPADDW 96(DX)(AX*1), Y3, Y3
	ADDQ $2, R8
	DECQ R9
	JNZ add
remove:
	TESTQ R11, R11
	JZ done
subtract:
	MOVWLZX (R10), AX
	SHLQ $7, AX
	VPSUBW (DX)(AX*1), Y0, Y0
	VPSUBW 32(DX)(AX*1), Y1, Y1
	VPSUBW 64(DX)(AX*1), Y2, Y2
	VPSUBW 96(DX)(AX*1), Y3, Y3
	ADDQ $2, R10
	DECQ R11
	JNZ subtract
done:
	VMOVDQU Y0, (DI)
	VMOVDQU Y1, 32(DI)
	VMOVDQU Y2, 64(DI)
	VMOVDQU Y3, 96(DI)
	VZEROUPPER
	RET

DATA ·inputUnit+0(SB)/4, $0x00ff00ff
GLOBL ·inputUnit(SB), RODATA|NOPTR, $4

// SUM adds to Y0 the squared clipped activations at offset of base times the weights at place.
#define SUM(base, offset, place) \
	VMOVDQU offset(base), Y3        \
	VPMAXSW Y1, Y3, Y3              \
	VPMINSW Y2, Y3, Y3              \
	VPMULLW place(DX), Y3, Y4       \
	VPMADDWD Y3, Y4, Y4             \
	VPADDD  Y4, Y0, Y0

// func outputAVX2(own, other *[Hidden]int16, weights *[2][Hidden]int16) int32
TEXT ·outputAVX2(SB), NOSPLIT, $0-28
	MOVQ own+0(FP), SI
	MOVQ other+8(FP), DI
	MOVQ weights+16(FP), DX
	VPXOR Y0, Y0, Y0
	VPXOR Y1, Y1, Y1
	VPBROADCASTD ·inputUnit(SB), Y2
	SUM(SI, 0, 0)
	SUM(SI, 32, 32)
	SUM(SI, 64, 64)
	SUM(SI, 96, 96)
	SUM(DI, 0, 128)
	SUM(DI, 32, 160)
	SUM(DI, 64, 192)
	SUM(DI, 96, 224)
	VEXTRACTI128 $1, Y0, X1
	VPADDD X1, X0, X0
	VPSHUFD $0x4e, X0, X1
	VPADDD X1, X0, X0
	VPSHUFD $0xb1, X0, X1
	VPADDD X1, X0, X0
	VMOVD X0, AX
	VZEROUPPER
	MOVL AX, ret+24(FP)
	RET
