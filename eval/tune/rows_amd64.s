#include "textflag.h"

// A row is taken 64 numbers at a time: that many are in Y0 to Y7. Its length is an argument, because the
// assembler does not know the constants of other packages.

#define LOAD(base) \
	VMOVUPS (base), Y0 \
	VMOVUPS 32(base), Y1 \
	VMOVUPS 64(base), Y2 \
	VMOVUPS 96(base), Y3 \
	VMOVUPS 128(base), Y4 \
	VMOVUPS 160(base), Y5 \
	VMOVUPS 192(base), Y6 \
	VMOVUPS 224(base), Y7

// func addRowsAVX2(h *float32, weights *float32, rows *uint16, count, length int)
TEXT ·addRowsAVX2(SB), NOSPLIT, $0-40
	MOVQ h+0(FP), DI
	MOVQ weights+8(FP), DX
	MOVQ length+32(FP), CX
	LEAQ (CX*4), R10
part:
	MOVQ rows+16(FP), R8
	MOVQ count+24(FP), R9
	LOAD(DI)
	TESTQ R9, R9
	JZ done
next:
	MOVWLZX (R8), AX
	IMULQ R10, AX
	VADDPS (DX)(AX*1), Y0, Y0
	VADDPS 32(DX)(AX*1), Y1, Y1
	VADDPS 64(DX)(AX*1), Y2, Y2
	VADDPS 96(DX)(AX*1), Y3, Y3
	VADDPS 128(DX)(AX*1), Y4, Y4
	VADDPS 160(DX)(AX*1), Y5, Y5
	VADDPS 192(DX)(AX*1), Y6, Y6
	VADDPS 224(DX)(AX*1), Y7, Y7
	ADDQ $2, R8
	DECQ R9
	JNZ next
done:
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, 64(DI)
	VMOVUPS Y3, 96(DI)
	VMOVUPS Y4, 128(DI)
	VMOVUPS Y5, 160(DI)
	VMOVUPS Y6, 192(DI)
	VMOVUPS Y7, 224(DI)
	ADDQ $256, DI
	ADDQ $256, DX
	SUBQ $64, CX
	JNZ part
	VZEROUPPER
	RET

#define ADDTO(place, reg) \
	VADDPS place(DX)(AX*1), reg, Y8 \
	VMOVUPS Y8, place(DX)(AX*1)

// func addToRowsAVX2(gradient *float32, rows *uint16, count int, d *float32, length int)
TEXT ·addToRowsAVX2(SB), NOSPLIT, $0-40
	MOVQ gradient+0(FP), DX
	MOVQ d+24(FP), DI
	MOVQ length+32(FP), CX
	LEAQ (CX*4), R10
part:
	MOVQ rows+8(FP), R8
	MOVQ count+16(FP), R9
	LOAD(DI)
	TESTQ R9, R9
	JZ done
next:
	MOVWLZX (R8), AX
	IMULQ R10, AX
	ADDTO(0, Y0)
	ADDTO(32, Y1)
	ADDTO(64, Y2)
	ADDTO(96, Y3)
	ADDTO(128, Y4)
	ADDTO(160, Y5)
	ADDTO(192, Y6)
	ADDTO(224, Y7)
	ADDQ $2, R8
	DECQ R9
	JNZ next
done:
	ADDQ $256, DI
	ADDQ $256, DX
	SUBQ $64, CX
	JNZ part
	VZEROUPPER
	RET
