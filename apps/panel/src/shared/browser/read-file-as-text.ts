import { decodeText } from '@prosa/contract/rules/files/decode-text'

/** Reads a file as text. Detects the character encoding. */
export const readFileAsText = async (file: Blob): Promise<string> => decodeText(new Uint8Array(await file.arrayBuffer()))
