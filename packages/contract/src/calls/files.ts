import * as z from 'zod/mini'
import { done, success } from '../answer.ts'
import { defineCall } from '../define-call.ts'
import { announcedFile, file, fileKind } from '../entities/file.ts'
import { leadFile } from '../entities/lead-file.ts'
import { storage } from '../entities/storage.ts'
import { cursorQuery, filePartNumber, id, listQuery } from '../fields.ts'

/** Files on their way to a message (1-whatsapp.md, section 3). Ours. Whoever announced one reaches it here, and nobody else. */

const params = z.object({ id })

/** Content that the organisation's people have sent before is `stored` at once; of any other the parts are `missing`. */
export const createFile = defineCall({
  name: 'createFile',
  method: 'POST',
  path: '/files',
  summary: 'Anuncia um arquivo a enviar; diz quais partes faltam, ou nenhuma, quando o conteúdo já está aqui.',
  body: announcedFile,
  answer: success(file),
})

/**
 * The bytes of one part, as they are (`application/octet-stream`): `part_bytes` of its announcement each, or PART_BYTES.most, the last what is left. In any order, and again as often
 * as an answer was lost. With the last one the content is looked at: the file is `stored`, or `refused` with its reason.
 */
export const putFilePart = defineCall({
  name: 'putFilePart',
  method: 'PUT',
  path: '/files/:id/parts/:n',
  summary: 'Uma parte do arquivo, em bytes; pode ser repetida, e vir em qualquer ordem.',
  params: z.object({ id, n: filePartNumber }),
  answer: success(file),
})

export const getFile = defineCall({
  name: 'getFile',
  method: 'GET',
  path: '/files/:id',
  summary: 'Um arquivo que a própria pessoa anunciou, e o que falta dele.',
  params,
  answer: success(file),
})

/** Those of its live conversations and of what was before them, the newest first; 30, or `limit`. Pictures that stand for a mood are none. */
export const listLeadFiles = defineCall({
  name: 'listLeadFiles',
  method: 'GET',
  path: '/leads/:id/files',
  summary: 'Arquivos trocados com um lead, do mais recente para o mais antigo.',
  params,
  query: z.strictObject({ kind: z.optional(fileKind), limit: listQuery.limit, ...cursorQuery }),
  answer: success(z.object({ files: z.array(leadFile), nextCursor: z.nullish(z.string()) })),
})

/** What is in a message stays. */
export const deleteFile = defineCall({
  name: 'deleteFile',
  method: 'DELETE',
  path: '/files/:id',
  summary: 'Desiste de um arquivo que ainda não foi enviado.',
  params,
  answer: done,
})

export const getStorage = defineCall({
  name: 'getStorage',
  method: 'GET',
  path: '/storage',
  summary: 'Quanto espaço os arquivos da organização ocupam, e quanto podem ocupar.',
  answer: success(storage),
})
