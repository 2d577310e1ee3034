// Control characters that reverse the reading order of the following text: a file 'abc.exe' can appear as 'exe.cba'. Right-to-left letters
// do not need these characters.
const BIDI_CONTROLS = /[\u202a-\u202e]/g

/** Removes characters that change the reading order from a text that someone else wrote. */
export const stripBidiControls = (text: string): string => text.replace(BIDI_CONTROLS, '')
