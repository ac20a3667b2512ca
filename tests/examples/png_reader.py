# SPDX-License-Identifier: MIT
"""Reads the PNG files of tests: 8 bits a channel, RGB or RGBA, not interlaced."""

import pathlib
import struct
import zlib

import numpy


def chunks(data):
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise ValueError("not a PNG file")
    at = 8
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + size]
        if struct.unpack(">I", data[at + 8 + size : at + 12 + size])[0] != zlib.crc32(kind + body):
            raise ValueError(f"the checksum of {kind} is wrong")
        yield kind, body
        at += 12 + size


def nearest(left, up, corner):
    """The one of the three that is nearest to left + up - corner: PNG's fourth guess."""
    to_left, to_up, to_corner = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    if to_left <= to_up and to_left <= to_corner:
        return left
    return up if to_up <= to_corner else corner


def unfilter(kind, line, above, pixel):
    """Undoes the filter of one line: each byte was stored less a guess from its neighbours."""
    guesses = (
        lambda left, up, corner: 0,
        lambda left, up, corner: left,
        lambda left, up, corner: up,
        lambda left, up, corner: (left + up) // 2,
        nearest,
    )
    for i, value in enumerate(line):
        left, corner = (line[i - pixel], above[i - pixel]) if i >= pixel else (0, 0)
        line[i] = (value + guesses[kind](left, above[i], corner)) & 255
    return line


def read_png(path):
    """The picture as an array [row, column, channel] of bytes."""
    parts = list(chunks(pathlib.Path(path).read_bytes()))
    width, height, depth, color, _, _, interlace = struct.unpack(">IIBBBBB", dict(parts)[b"IHDR"])
    if depth != 8 or color not in (2, 6) or interlace:
        raise ValueError(f"{path}: depth {depth}, colour type {color}, interlace {interlace} are not read here")
    pixel = 4 if color == 6 else 3
    raw = zlib.decompress(b"".join(body for kind, body in parts if kind == b"IDAT"))
    size = 1 + pixel * width
    lines = [bytearray(pixel * width)]
    for start in range(0, height * size, size):
        lines.append(unfilter(raw[start], bytearray(raw[start + 1 : start + size]), lines[-1], pixel))
    return numpy.frombuffer(b"".join(lines[1:]), numpy.uint8).reshape(height, width, pixel)
