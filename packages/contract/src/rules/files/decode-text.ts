const BYTE_ORDER_MARKS: readonly { mark: readonly number[]; encoding: string }[] = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
]

/** Returns the text encoding that a byte order mark indicates. Returns undefined without such a mark. */
export const detectByteOrderMarkEncoding = (bytes: Uint8Array): string | undefined =>
  BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte))?.encoding

/** Returns the decoder for a character set, or for UTF-8 if the character set is unknown. */
const createDecoder = (charset: string) => {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder('utf-8')
  }
}

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** Returns whether decoding lost most non-ASCII characters, that is, replaced them with U+FFFD. */
const isMostlyLost = (text: string): boolean => {
  let [lostCount, keptCount] = [0, 0]
  for (const character of text)
    if (character === '\uFFFD') lostCount += 1
    else if (character > '\u007F') keptCount += 1
  return lostCount > keptCount
}

/**
 * Decodes a text file or web page. A byte order mark takes precedence over the declared `charset`. Text that is not UTF-8 is decoded as
 * Windows-1252, which Excel and Notepad use in Brazil; a few invalid bytes become U+FFFD instead.
 */
export function decodeText(bytes: Uint8Array, charset = 'utf-8'): string {
  const decoder = createDecoder(detectByteOrderMarkEncoding(bytes) ?? charset)
  const text = decoder.decode(bytes)
  if (decoder.encoding !== 'utf-8' || isUtf8(bytes) || !isMostlyLost(text)) return text
  return new TextDecoder('windows-1252').decode(bytes)
}
