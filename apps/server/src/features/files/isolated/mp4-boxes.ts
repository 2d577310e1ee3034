/** Box of an MP4 file: the element from which the format is built. */
export interface Mp4Box {
  readonly type: string
  /** Byte offset of the content, after the header of the box. */
  readonly start: number
  /** Byte offset after the content. */
  readonly end: number
}

const HEADER_BYTES = 8
const LARGE_HEADER_BYTES = 16

/** Yields the boxes directly inside a byte range of a file. Stops at the first invalid box, and truncates a box that exceeds the range. */
export function* iterateBoxes(bytes: Buffer, { start, end }: Pick<Mp4Box, 'start' | 'end'>): Generator<Mp4Box> {
  for (let offset = start; offset + HEADER_BYTES <= end; ) {
    const sizeField = bytes.readUInt32BE(offset)
    const isLarge = sizeField === 1 && offset + LARGE_HEADER_BYTES <= end
    const header = isLarge ? LARGE_HEADER_BYTES : HEADER_BYTES
    // A size of 0 means that the box extends to the end of the range.
    const size = isLarge ? Number(bytes.readBigUInt64BE(offset + HEADER_BYTES)) : sizeField || end - offset
    if (size < header) return
    yield { type: bytes.toString('latin1', offset + 4, offset + 8), start: offset + header, end: Math.min(offset + size, end) }
    offset += size
  }
}

/** Yields all boxes below `parent` at this path of box types, such as `['mdia', 'minf']`. */
export function* iterateBoxesAtPath(
  bytes: Buffer,
  parent: Pick<Mp4Box, 'start' | 'end'>,
  [type, ...rest]: readonly string[],
): Generator<Mp4Box> {
  for (const box of iterateBoxes(bytes, parent)) {
    if (box.type !== type) continue
    if (rest.length === 0) yield box
    else yield* iterateBoxesAtPath(bytes, box, rest)
  }
}
