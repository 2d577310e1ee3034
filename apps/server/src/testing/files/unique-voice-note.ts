import { createSilentVoiceNote as aVoice } from '../../demo/files/silent-voice-note.ts'

/** A complete voice note in OGG. */
export { aVoice }

let counter = 0

/** Returns a recording whose content is unique. */
export const createUniqueVoiceNote = (seconds = 2): Buffer => Buffer.concat([aVoice(seconds), Buffer.from(`#${++counter}`)])
