"""Skia: what each frame draws is recorded before, so that playing it costs no calls from Python. Called as measure.h says.

What moves by whole pixels is drawn without a matrix and without a filter. Shadows are squares through its mask filter, blurs its image
filter.
"""

import os
import sys
import time

import skia

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../Python"))
import drawing  # noqa: E402
import measuring  # noqa: E402

INFO = skia.ImageInfo.Make(
    drawing.WIDTH, drawing.HEIGHT, skia.ColorType.kBGRA_8888_ColorType, skia.AlphaType.kPremul_AlphaType
)
LINEAR = skia.SamplingOptions(skia.FilterMode.kLinear)
NEAREST = skia.SamplingOptions(skia.FilterMode.kNearest)
SQUARE = skia.Rect.MakeWH(drawing.SIDE, drawing.SIDE)


def sprite():
    size = skia.ISize(drawing.SIDE, drawing.SIDE)
    return skia.Image.frombytes(drawing.sprite(), size, INFO.colorType(), INFO.alphaType())


def matrix(numbers):
    return skia.Matrix.MakeAll(*numbers)


def shade(number):
    return skia.Paint(Color4f=skia.Color4f(*drawing.shade(number), 1), AntiAlias=True)


def play(scene, record):
    """CPU time of frames; `record` draws a frame on a canvas with the scene's matrices."""
    pictures = []
    for frame in range(drawing.WARM_UP + drawing.FRAMES):
        recorder = skia.PictureRecorder()
        canvas = recorder.beginRecording(skia.Rect.MakeWH(drawing.WIDTH, drawing.HEIGHT))
        canvas.clear(skia.ColorWHITE)
        record(canvas, drawing.matrices(scene, frame))
        pictures.append(recorder.finishRecordingAsPicture())
    pixels = bytearray(4 * drawing.WIDTH * drawing.HEIGHT)
    surface = skia.Surface.MakeRasterDirect(INFO, pixels, 4 * drawing.WIDTH)
    canvas = surface.getCanvas()
    for picture in pictures[: drawing.WARM_UP]:
        canvas.drawPicture(picture)
    cpu, wall = time.process_time_ns(), time.monotonic_ns()
    for picture in pictures[drawing.WARM_UP :]:
        canvas.drawPicture(picture)
    cpu, wall = time.process_time_ns() - cpu, time.monotonic_ns() - wall
    surface.flushAndSubmit()
    drawing.check(scene, len(pictures) - 1, pixels)
    return drawing.FRAMES, {"cpu": cpu, "wall": wall}


def sprites(scene):
    picture = sprite()
    # The sprites' own edges are soft; Skia need not smooth the square's.
    paints = [skia.Paint(Alphaf=opacity) for opacity in drawing.opacities()]

    def record(canvas, matrices):
        for numbers, paint in zip(matrices, paints):
            canvas.save()
            canvas.concat(matrix(numbers))
            canvas.drawImage(picture, 0, 0, LINEAR, paint)
            canvas.restore()

    def record_whole(canvas, matrices):
        for numbers, paint in zip(matrices, paints):
            canvas.drawImage(picture, numbers[2], numbers[5], NEAREST, paint)

    return play(scene, record_whole if scene == drawing.TRANSLATE else record)


def effects():
    picture = sprite()
    blur = skia.MaskFilter.MakeBlur(skia.BlurStyle.kNormal_BlurStyle, drawing.BLUR)
    shadow = skia.Paint(Color4f=skia.Color4f(0, 0, 0, drawing.SHADOW_OPACITY), MaskFilter=blur)
    filtered = skia.ImageFilters.Blur(drawing.BLUR, drawing.BLUR)
    half = drawing.SIDE / 2
    ellipse = skia.Rect.MakeLTRB(
        half - drawing.MASK_WIDTH, half - drawing.MASK_HEIGHT, half + drawing.MASK_WIDTH, half + drawing.MASK_HEIGHT
    )
    mask = skia.Paint(AntiAlias=True, Shader=picture.makeShader(skia.TileMode.kDecal, skia.TileMode.kDecal, LINEAR))
    round_square = skia.RRect.MakeRectXY(SQUARE, drawing.CORNER, drawing.CORNER)
    inner = SQUARE.makeOffset(drawing.INNER, drawing.INNER)

    def draw_shadow(canvas, number):
        canvas.drawRect(SQUARE.makeOffset(0, drawing.SHADOW_OFFSET), shadow)
        canvas.drawRect(SQUARE, shade(number))

    def draw_clip(canvas, number):
        canvas.clipRRect(round_square, doAntiAlias=True)
        canvas.drawRect(SQUARE, shade(number))
        canvas.drawRect(inner, shade(number + 7))

    def draw_mask(canvas, number):
        canvas.drawOval(ellipse, mask)

    def draw_blur(canvas, number):
        paint = shade(number)
        paint.setImageFilter(filtered)
        canvas.drawRect(SQUARE, paint)

    kinds = (
        [draw_shadow] * drawing.SHADOWS
        + [draw_clip] * drawing.CLIPS
        + [draw_mask] * drawing.MASKS
        + [draw_blur] * drawing.BLURS
    )

    def record(canvas, matrices):
        for number, (numbers, draw) in enumerate(zip(matrices, kinds)):
            canvas.save()
            canvas.concat(matrix(numbers))
            draw(canvas, number)
            canvas.restore()

    return play(drawing.EFFECTS, record)


measuring.run(
    {
        "translate-1k": lambda: sprites(drawing.TRANSLATE),
        "translate-1k-between": lambda: sprites(drawing.BETWEEN),
        "rotate-1k": lambda: sprites(drawing.ROTATE),
        "perspective-1k": lambda: sprites(drawing.PERSPECTIVE),
        "effects": effects,
    },
    f"skia-python {skia.__version__}",
)
