import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { transcript } from '../../entities/conversations/transcript.ts'
import { id } from '../../fields.ts'
import { successWithData } from '../../responses.ts'

/**
 * API endpoints for transcripts of audio messages (2-agents.md, section 3). Stored transcripts are always available; requesting a new one
 * needs a server with the capability `transcripts`. Prosa extension.
 */

const params = z.object({ messageId: id })

export const getTranscript = defineCall({
  name: 'getTranscript',
  method: 'GET',
  path: '/messages/:messageId/transcript',
  summary: 'A transcrição de um áudio, frase por frase.',
  params,
  answer: successWithData(transcript),
})

/** Requests a transcript if the automatic transcription failed or was skipped because the audio is long. Otherwise has no effect. */
export const requestAudioTranscript = defineCall({
  name: 'askTranscript',
  method: 'POST',
  path: '/messages/:messageId/transcript',
  summary: 'Pede a transcrição de um áudio que falhou ou é longo.',
  params,
  answer: successWithData(transcript),
})
