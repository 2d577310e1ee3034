import { getConversation, sendMessage } from '@prosa/contract/calls/conversations/conversations'
import { openWebchat, sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import type { CallBody } from '@prosa/contract/define-call'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/harness/test-app.ts'
import { getConversationIdsOfMessage } from '../../../testing/worlds/conversation-ids-of-message.ts'
import { createTenant } from '../../../testing/worlds/factories.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

it('MEDIA-19 a place and a card have gone out by being stored, and the lead sees them whole, without an address of staff', async () => {
  const tenant = await createTenant(test)
  const [staff, visitor] = [await test.client(tenant.staff.phone), await test.client()]
  const params = { agentId: tenant.agentId }
  const { data } = await visitor.call(sendWebchatMessage, {
    params,
    body: { content: 'Oi' },
    headers: { 'idempotency-key': uuid() },
  })
  const place = await getConversationIdsOfMessage(test, data.message.message_id)
  const location = { latitude: -23.561414, longitude: -46.655881, name: 'MASP' }
  const contact = { name: 'Ana Souza', phone: '+5511987654321', email: 'ana@aurora.com.br' }
  for (const [body, attachment] of [
    [{ location }, location],
    [{ contact }, contact],
  ] as const) {
    const sent = await staff.call(sendMessage, { params: place, body: { content: '', ...body } })
    expect(sent.data?.message).toMatchObject({ delivery: 'sent', attachment })
  }
  const { messages } = (await visitor.call(openWebchat, { params })).data
  expect(messages.find(({ type }) => type === 'location')?.attachment).toEqual(location)
  expect(messages.find(({ type }) => type === 'contact')?.attachment).toEqual(contact)
})

it('MEDIA-20 a visitor sees choices, and what it taps is an answer to their question; nothing else passes for a choice', async () => {
  const tenant = await createTenant(test)
  const [staff, visitor] = [await test.client(tenant.staff.phone), await test.client()]
  const params = { agentId: tenant.agentId }
  const says = (body: CallBody<typeof sendWebchatMessage>) => ({ params, body, headers: { 'idempotency-key': uuid() } })
  const { data } = await visitor.call(sendWebchatMessage, says({ content: 'Oi' }))
  const place = await getConversationIdsOfMessage(test, data.message.message_id)
  const choices = {
    kind: 'list' as const,
    button: 'Ver',
    options: [{ title: 'Sábado', description: 'De manhã' }, { title: 'Domingo' }],
  }
  const sent = await staff.call(sendMessage, { params: place, body: { content: 'Que dia?', choices } })
  const id = sent.data?.message?.message_id ?? ''
  const { messages } = (await visitor.call(openWebchat, { params })).data
  const options = [
    { id: '1', title: 'Sábado', description: 'De manhã' },
    { id: '2', title: 'Domingo', description: null },
  ]
  expect(messages.find(({ message_id }) => message_id === id)).toMatchObject({
    content: 'Que dia?',
    choices: { kind: 'list', button: 'Ver', options },
  })
  const chosen = await visitor.call(sendWebchatMessage, says({ content: 'Domingo', choice: { message_id: id, id: '2' } }))
  expect(chosen.data.message).toMatchObject({ content: 'Domingo', reply_to: { message_id: id, preview: 'Que dia?' } })
  const { history } = (await staff.call(getConversation, { params: place })).data
  expect(history.find(({ message_id }) => message_id === chosen.data.message.message_id)).toMatchObject({
    choice: { id: '2', title: 'Domingo' },
    reply_to: { message_id: id },
  })
  for (const body of [
    { content: 'Segunda', choice: { message_id: id, id: '2' } },
    { content: 'Domingo', choice: { message_id: id, id: '3' } },
    { content: 'Oi', choice: { message_id: data.message.message_id, id: '1' } },
    { content: 'Domingo', choice: { message_id: uuid(), id: '2' } },
  ])
    expect(await visitor.refused(sendWebchatMessage, says(body))).toMatchObject({ status: 400 })
})

it('MEDIA-20 the same key with another choice, or with none, is refused; with the same it is the same message', async () => {
  const tenant = await createTenant(test)
  const [staff, visitor] = [await test.client(tenant.staff.phone), await test.client()]
  const params = { agentId: tenant.agentId }
  const says = (body: CallBody<typeof sendWebchatMessage>, key = uuid()) => ({
    params,
    body,
    headers: { 'idempotency-key': key },
  })
  const place = await getConversationIdsOfMessage(
    test,
    (await visitor.call(sendWebchatMessage, says({ content: 'Oi' }))).data.message.message_id,
  )
  const ask = async () => {
    const choices = { kind: 'buttons' as const, options: [{ title: 'Sim' }, { title: 'Não' }] }
    const { data } = await staff.call(sendMessage, { params: place, body: { content: 'Pode ser?', choices } })
    return data?.message?.message_id ?? ''
  }
  const [one, other] = [await ask(), await ask()]
  const [key, plain] = [uuid(), uuid()]
  const body = { content: 'Sim', choice: { message_id: one, id: '1' } }
  const first = (await visitor.call(sendWebchatMessage, says(body, key))).data.message.message_id
  expect((await visitor.call(sendWebchatMessage, says(body, key))).data.message.message_id).toBe(first)
  for (const another of [{ content: 'Sim', choice: { message_id: other, id: '1' } }, { content: 'Sim' }])
    expect(await visitor.refused(sendWebchatMessage, says(another, key))).toMatchObject({ status: 409 })
  await visitor.call(sendWebchatMessage, says({ content: 'Sim' }, plain))
  expect(await visitor.refused(sendWebchatMessage, says(body, plain))).toMatchObject({ status: 409 })
})
