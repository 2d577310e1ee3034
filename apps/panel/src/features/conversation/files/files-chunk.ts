/** Everything that files need, as one lazy chunk. It is loaded when a file is first shown, chosen, recorded or sent. */

export { detectMimeType } from '@prosa/files/prepare-file'
export { uploadFile } from '../../../shared/api/upload-file.ts'
export { ComposerButtons as default } from './composer-buttons.tsx'
export { AudioWithTranscript } from './player/audio-with-transcript.tsx'
export { postAttachment } from './post-attachment.ts'
export { UnsentFileProgress } from './unsent-file-progress.tsx'
export { storeUnsentBlob } from './unsent-persistence.ts'
