/** Text encodings and the byte order mark of each. */
const BYTE_ORDER_MARKS: readonly { mark: readonly number[]; encoding: string }[] = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
]

/** Returns the text encoding that a byte order mark at the beginning indicates, or undefined if there is no such mark. */
export const detectByteOrderMarkEncoding = (bytes: Uint8Array): string | undefined =>
  BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte))?.encoding

/** Returns a decoder for a character set, or a UTF-8 decoder if the character set is unknown. */
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

/** Returns whether a decoded text has more replacement characters (U+FFFD) than other non-ASCII characters. */
const isMostlyLost = (text: string): boolean => {
  let [lostCount, keptCount] = [0, 0]
  for (const character of text)
    if (character === '\uFFFD') lostCount += 1
    else if (character > '\u007F') keptCount += 1
  return lostCount > keptCount
}

/**
 * Decodes a text file or web page. `charset`: the declared character set; a byte order mark takes precedence over it. Text that is not
 * UTF-8 is decoded as Windows-1252, which Excel and Notepad use in Brazil. If only a few bytes are invalid, the text stays UTF-8 and these
 * bytes become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, charset = 'utf-8'): string {
  const decoder = createDecoder(detectByteOrderMarkEncoding(bytes) ?? charset)
  const text = decoder.decode(bytes)
  if (decoder.encoding !== 'utf-8' || isUtf8(bytes) || !isMostlyLost(text)) return text
  return new TextDecoder('windows-1252').decode(bytes)
}
