import { demoVoice as aVoice } from '../demo/files/opus.ts'

/** A voice note as OGG, whole. */
export { aVoice }

let counter = 0

/** A recording that no other is like. */
export const newVoice = (seconds = 2): Buffer => Buffer.concat([aVoice(seconds), Buffer.from(`#${++counter}`)])
