/** Splits a source into parts of `size` bytes; the last part may be smaller. Yields nothing for an empty source. */
export async function* splitIntoParts(
  source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of source) {
    let rest = chunk
    while (bytes + rest.length >= size) {
      const end = size - bytes
      yield Buffer.concat([...held, rest.subarray(0, end)])
      rest = rest.subarray(end)
      held = []
      bytes = 0
    }
    if (rest.length === 0) continue
    held.push(rest)
    bytes += rest.length
  }
  if (bytes > 0) yield Buffer.concat(held)
}
