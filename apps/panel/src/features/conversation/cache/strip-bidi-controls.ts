// Directional control characters, which reverse the text after them: with one, 'abc.exe' reads 'exe.cba'. Letters have their own direction
// without them.
const BIDI_CONTROLS = /[\u202a-\u202e]/g

/** Returns a text of someone else without characters that change its reading order. */
export const stripBidiControls = (text: string): string => text.replace(BIDI_CONTROLS, '')
