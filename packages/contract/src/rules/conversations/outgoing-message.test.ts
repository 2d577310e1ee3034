import { expect, it } from 'vitest'
import { findOutgoingMessageProblem } from './outgoing-message.ts'

it.each([
  [{ content: '' }, 'content', 'A mensagem está vazia.'],
  [{ content: 'a'.repeat(1_025), file_id: 'f', as: 'image' as const }, 'content', 'A legenda passa de 1024 caracteres.'],
  [{ content: 'a', file_id: 'f', as: 'voice' as const }, 'content', 'Um áudio vai sem legenda.'],
  [{ content: 'a', file_id: 'f' }, 'as', 'Um arquivo vai com o modo de envio, e só ele.'],
  [{ content: 'a', as: 'image' as const }, 'as', 'Um arquivo vai com o modo de envio, e só ele.'],
])('MEDIA-12 refuses what does not go together (%#)', (body, field, words) => {
  expect(findOutgoingMessageProblem(body)).toEqual({ field, message: words })
})

const location = { latitude: -23.5, longitude: -46.6 }
const contact = { name: 'Ana', phone: '+5511987654321' }

it.each([
  [{ content: 'a', location }, 'content', 'Uma localização vai sem texto.'],
  [{ content: 'a', contact }, 'content', 'Um contato vai sem texto.'],
  [{ content: '', location, contact }, 'location', 'Uma localização vai sozinha.'],
  [{ content: '', contact, file_id: 'f', as: 'image' as const }, 'contact', 'Um contato vai sozinho.'],
])('MEDIA-19 refuses a place or a person with anything else (%#)', (body, field, words) => {
  expect(findOutgoingMessageProblem(body)).toEqual({ field, message: words })
})

it('MEDIA-19 takes a place alone, and a person alone', () => {
  for (const one of [{ location }, { contact }]) expect(findOutgoingMessageProblem({ content: '', ...one })).toBeNull()
})

it('MEDIA-12 takes a text, and a file with a caption of 1,024 characters or none', () => {
  expect(findOutgoingMessageProblem({ content: 'a'.repeat(4_096) })).toBeNull()
  for (const content of ['', 'a'.repeat(1_024)])
    expect(findOutgoingMessageProblem({ content, file_id: 'f', as: 'image' })).toBeNull()
  expect(findOutgoingMessageProblem({ content: '', file_id: 'f', as: 'voice' })).toBeNull()
})
