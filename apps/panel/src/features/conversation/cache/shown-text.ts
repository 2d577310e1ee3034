// They turn what follows them around: with one 'abc.exe' reads 'exe.cba'. What a text needs of its direction it has by its letters.
const TURNS = /[\u202a-\u202e]/g

/** What somebody else wrote, as it may be shown: no mark in it makes it read otherwise than it is. */
export const shown = (text: string): string => text.replace(TURNS, '')
