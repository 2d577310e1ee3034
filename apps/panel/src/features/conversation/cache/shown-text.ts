// Directional control characters, which reverse the text after them: with one, 'abc.exe' reads 'exe.cba'. Letters have their own direction
// without them.
const TURNS = /[\u202a-\u202e]/g

/** Returns a text of someone else without characters that change its reading order. */
export const shown = (text: string): string => text.replace(TURNS, '')
