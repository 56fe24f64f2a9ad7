#include "go_asm.h"
#include "textflag.h"

// The neurons of a layer are taken 128 at a time: that many are in Y0 to Y7, and have 256 bytes.

// LOAD and STORE move 128 neurons from and to a place in memory.
#define LOAD(base) \
	VMOVDQU (base), Y0 \
	VMOVDQU 32(base), Y1 \
	VMOVDQU 64(base), Y2 \
	VMOVDQU 96(base), Y3 \
	VMOVDQU 128(base), Y4 \
	VMOVDQU 160(base), Y5 \
	VMOVDQU 192(base), Y6 \
	VMOVDQU 224(base), Y7

#define STORE(base) \
	VMOVDQU Y0, (base) \
	VMOVDQU Y1, 32(base) \
	VMOVDQU Y2, 64(base) \
	VMOVDQU Y3, 96(base) \
	VMOVDQU Y4, 128(base) \
	VMOVDQU Y5, 160(base) \
	VMOVDQU Y6, 192(base) \
	VMOVDQU Y7, 224(base)

// EACH does an operation with 128 weights of the row whose number is at place.
#define EACH(operation, place) \
	MOVWLZX (place), AX \
	IMUL3Q $(2*const_Hidden), AX, AX \
	operation (DX)(AX*1), Y0, Y0 \
	operation 32(DX)(AX*1), Y1, Y1 \
	operation 64(DX)(AX*1), Y2, Y2 \
	operation 96(DX)(AX*1), Y3, Y3 \
	operation 128(DX)(AX*1), Y4, Y4 \
	operation 160(DX)(AX*1), Y5, Y5 \
	operation 192(DX)(AX*1), Y6, Y6 \
	operation 224(DX)(AX*1), Y7, Y7

// func applyAVX2(to, from *[Hidden]int16, weights *[Inputs][Hidden]int16, r *rows)
TEXT ·applyAVX2(SB), NOSPLIT, $0-32
	MOVQ to+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ weights+16(FP), DX
	MOVQ r+24(FP), BX
	MOVQ $(const_Hidden/128), CX
part:
	LEAQ rows_added(BX), R8
	LEAQ rows_removed(BX), R10
	MOVQ rows_addedCount(BX), R9
	MOVQ rows_removedCount(BX), R11
	LOAD(SI)
	TESTQ R9, R9
	JZ remove
add:
	EACH(VPADDW, R8)
	ADDQ $2, R8
	DECQ R9
	JNZ add
remove:
	TESTQ R11, R11
	JZ done
subtract:
	EACH(VPSUBW, R10)
	ADDQ $2, R10
	DECQ R11
	JNZ subtract
done:
	STORE(DI)
	ADDQ $256, SI
	ADDQ $256, DI
	ADDQ $256, DX
	DECQ CX
	JNZ part
	VZEROUPPER
	RET

DATA ·inputUnit+0(SB)/4, $0x00ff00ff
GLOBL ·inputUnit(SB), RODATA|NOPTR, $4

// SUM adds to sum the squared clipped activations at offset of SI times the weights at offset of DX.
#define SUM(offset, v, sum) \
	VMOVDQU offset(SI), v           \
	VPMAXSW Y1, v, v                \
	VPMINSW Y2, v, v                \
	VPMULLW offset(DX), v, Y4       \
	VPMADDWD v, Y4, Y4              \
	VPADDD  Y4, sum, sum

// func outputAVX2(own, other *[Hidden]int16, weights *[2][Hidden]int16) int32
TEXT ·outputAVX2(SB), NOSPLIT, $0-28
	MOVQ own+0(FP), SI
	MOVQ other+8(FP), DI
	MOVQ weights+16(FP), DX
	VPXOR Y0, Y0, Y0
	VPXOR Y5, Y5, Y5
	VPXOR Y1, Y1, Y1
	VPBROADCASTD ·inputUnit(SB), Y2
	MOVQ $2, BX
side:
	MOVQ $(const_Hidden/128), CX
part:
	SUM(0, Y3, Y0)
	SUM(32, Y6, Y5)
	SUM(64, Y3, Y0)
	SUM(96, Y6, Y5)
	SUM(128, Y3, Y0)
	SUM(160, Y6, Y5)
	SUM(192, Y3, Y0)
	SUM(224, Y6, Y5)
	ADDQ $256, SI
	ADDQ $256, DX
	DECQ CX
	JNZ part
	MOVQ DI, SI
	DECQ BX
	JNZ side
	VPADDD Y5, Y0, Y0
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
