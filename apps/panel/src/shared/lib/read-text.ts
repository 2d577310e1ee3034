import { decodeText } from '@prosa/contract/rules/decode-text'

/** Reads a file as text, in the encoding that the file is written in. */
export const readText = async (file: Blob): Promise<string> => decodeText(new Uint8Array(await file.arrayBuffer()))
