import * as z from 'zod/mini'
import { success } from '../answer.ts'
import { defineCall } from '../define-call.ts'
import { transcript } from '../entities/transcript.ts'
import { id } from '../fields.ts'

/** Served by providers with the capability `transcripts`; one that was kept before is read without it (2-agents.md, section 3). Ours. */

const params = z.object({ messageId: id })

export const getTranscript = defineCall({
  name: 'getTranscript',
  method: 'GET',
  path: '/messages/:messageId/transcript',
  summary: 'A transcrição de um áudio, frase por frase.',
  params,
  answer: success(transcript),
})

/** Asks for one that failed, or that was too long to be made unasked; of any other it changes nothing. */
export const askTranscript = defineCall({
  name: 'askTranscript',
  method: 'POST',
  path: '/messages/:messageId/transcript',
  summary: 'Pede a transcrição de um áudio que falhou ou é longo.',
  params,
  answer: success(transcript),
})
