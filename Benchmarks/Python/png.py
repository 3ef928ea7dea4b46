"""PNG files as far as the programs here need them: 8 bits a part, RGB or RGBA, rows not interlaced."""

import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def write(width, height, pixels):
    """A file of pixels with red, green, blue and alpha, not multiplied by alpha."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + pixels[4 * width * y : 4 * width * (y + 1)] for y in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return SIGNATURE + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def read(file):
    """Width, height, bytes a pixel and the pixels of a file."""
    if not file.startswith(SIGNATURE):
        raise ValueError("This is no PNG file.")
    at, data = len(SIGNATURE), b""
    while at < len(file):
        length, kind = struct.unpack(">I4s", file[at : at + 8])
        body = file[at + 8 : at + 8 + length]
        at += 12 + length
        if kind == b"IHDR":
            width, height, bits, colours, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            if bits != 8 or colours not in (2, 6) or interlaced:
                raise ValueError("This kind of PNG file is not read here.")
        elif kind == b"IDAT":
            data += body
    size = 3 if colours == 2 else 4
    return width, height, size, _rows(zlib.decompress(data), width * size, height, size)


def _rows(data, length, height, size):
    pixels, above = bytearray(), bytes(length)
    for y in range(height):
        begin = y * (length + 1)
        row = bytearray(data[begin + 1 : begin + 1 + length])
        kind = data[begin]
        if kind == 2:
            row = bytearray((a + b) & 255 for a, b in zip(row, above))
        elif kind:
            for x in range(length):
                left = row[x - size] if x >= size else 0
                if kind == 1:
                    guess = left
                elif kind == 3:
                    guess = (left + above[x]) // 2
                else:
                    guess = _nearest(left, above[x], above[x - size] if x >= size else 0)
                row[x] = (row[x] + guess) & 255
        pixels += row
        above = row
    return pixels


def _nearest(left, up, corner):
    guess = left + up - corner
    by_left, by_up, by_corner = abs(guess - left), abs(guess - up), abs(guess - corner)
    if by_left <= by_up and by_left <= by_corner:
        return left
    return up if by_up <= by_corner else corner
