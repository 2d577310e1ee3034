/** Splits a source into parts of `size` bytes; the last part may be smaller. Yields nothing if the source is empty. */
export async function* splitIntoParts(
  source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array> {
  let bufferedChunks: Uint8Array[] = []
  let bufferedBytes = 0
  for await (const chunk of source) {
    let remainder = chunk
    while (bufferedBytes + remainder.length >= size) {
      const end = size - bufferedBytes
      yield Buffer.concat([...bufferedChunks, remainder.subarray(0, end)])
      remainder = remainder.subarray(end)
      bufferedChunks = []
      bufferedBytes = 0
    }
    if (remainder.length === 0) continue
    bufferedChunks.push(remainder)
    bufferedBytes += remainder.length
  }
  if (bufferedBytes > 0) yield Buffer.concat(bufferedChunks)
}
