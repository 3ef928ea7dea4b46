"""What is drawn in the area drawing, from the library that programs in Swift and C have it from: measure_drawing.h."""

import ctypes
import os

WIDTH, HEIGHT, SPRITES, SIDE = 1280, 720, 1000, 64
FRAMES, WARM_UP = 120, 20
SHADOWS, CLIPS, MASKS, BLURS = 200, 200, 50, 20
CORNER, INNER, BLUR, SHADOW_OFFSET, MASK_WIDTH, MASK_HEIGHT = 16, 16, 8, 4, 28, 20
SHADOW_OPACITY = 0.6

TRANSLATE, BETWEEN, ROTATE, PERSPECTIVE, STANDING, EFFECTS, CLIPPED = range(7)

library = ctypes.CDLL(
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.build/release/libMeasuring.so")
)


def _doubles(count, function, *arguments):
    values = (ctypes.c_double * count)()
    function(*arguments, values)
    return list(values)


def sprite():
    """The sprite's pixels, row by row: blue, green, red and alpha, multiplied by alpha."""
    pixels = (ctypes.c_uint32 * (SIDE * SIDE))()
    library.measure_drawing_sprite(pixels)
    return bytes(pixels)


def matrices(scene, frame):
    """Nine numbers for each sprite."""
    values = _doubles(9 * SPRITES, library.measure_drawing_matrices, ctypes.c_int(scene), ctypes.c_long(frame))
    return [values[i : i + 9] for i in range(0, len(values), 9)]


def opacities():
    return _doubles(SPRITES, library.measure_drawing_opacities)


def shade(number):
    """Red, green and blue, from 0 to 1."""
    return _doubles(3, library.measure_drawing_shade, ctypes.c_uint32(number))


def check(scene, frame, pixels):
    """Ends the program if pixels, as the sprite's, are not those of the frame."""
    library.measure_drawing_check(
        ctypes.c_int(scene), ctypes.c_long(frame), ctypes.c_char_p(bytes(pixels)), ctypes.c_long(4 * WIDTH)
    )
