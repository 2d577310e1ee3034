import * as z from 'zod/mini'
import { defineCall } from '../../define-call.ts'
import { transcript } from '../../entities/conversations/transcript.ts'
import { id } from '../../fields.ts'
import { successWithData } from '../../responses.ts'

/**
 * Served by providers with the capability `transcripts`; stored transcripts can be read without it (2-agents.md, section 3). Prosa
 * extension.
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

/** Requests a transcript that failed, or that was not made automatically because the audio is long. Has no effect in other states. */
export const requestAudioTranscript = defineCall({
  name: 'askTranscript',
  method: 'POST',
  path: '/messages/:messageId/transcript',
  summary: 'Pede a transcrição de um áudio que falhou ou é longo.',
  params,
  answer: successWithData(transcript),
})
