/** A voice note as OGG, whole. */
export { demoVoice as aVoice } from '../demo/files/opus.ts'
