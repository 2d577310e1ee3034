import { sendMessage } from '@prosa/contract/calls/conversations/conversations'
import type { CallBody } from '@prosa/contract/define-call'
import type { SentChoices } from '@prosa/contract/entities/conversations/structured-content-shape'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildMessageWebhook } from '../../../../testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { waitUntil } from '../../../../testing/harness/wait-until.ts'
import { deliverTestWebhook } from '../../../../testing/worlds/whatsapp/meta-test-app.ts'
import {
  type ConversationIds,
  createUniqueWamid,
  createWhatsappFixture,
  type WhatsappFixture,
} from '../../../../testing/worlds/whatsapp/whatsapp-fixture.ts'

let desk: WhatsappFixture
beforeAll(async () => {
  desk = await createWhatsappFixture()
})
afterAll(() => desk.close())

const BUTTONS: SentChoices = { kind: 'buttons', options: [{ title: 'Sábado' }, { title: 'Domingo' }] }
const LIST: SentChoices = {
  kind: 'list',
  button: 'Ver horários',
  options: [{ title: '9h', description: 'Com a Ana' }, { title: '15h' }],
}
type Body = CallBody<typeof sendMessage>
const input = ({ leadId, conversationId }: ConversationIds, body: Body, key: string = uuid()) => ({
  params: { leadId, conversationId },
  body,
  headers: { 'idempotency-key': key },
})
const post = async (...given: Parameters<typeof input>) => {
  const { data } = await desk.staff.call(sendMessage, input(...given))
  if (!data?.message) throw new Error('The answer has no message')
  return data.message
}
const ids = ({ options, ...rest }: SentChoices) => ({
  ...rest,
  button: rest.button ?? null,
  options: options.map((option, at) => ({ id: String(at + 1), title: option.title, description: option.description ?? null })),
})

it.each<[string, SentChoices, object]>([
  [
    'buttons',
    BUTTONS,
    {
      type: 'button',
      body: { text: 'Que dia é melhor?' },
      action: {
        buttons: [
          { type: 'reply', reply: { id: '1', title: 'Sábado' } },
          { type: 'reply', reply: { id: '2', title: 'Domingo' } },
        ],
      },
    },
  ],
  [
    'a list',
    LIST,
    {
      type: 'list',
      body: { text: 'Que dia é melhor?' },
      action: {
        button: 'Ver horários',
        sections: [
          {
            rows: [
              { id: '1', title: '9h', description: 'Com a Ana' },
              { id: '2', title: '15h' },
            ],
          },
        ],
      },
    },
  ],
])('MEDIA-18 %s go out with their question, once, and the same call again is the same message', async (_what, choices, wire) => {
  const place = await desk.newPlace()
  const key = uuid()
  const body = { content: 'Que dia é melhor?', choices }
  const message = await post(place, body, key)
  expect(message).toMatchObject({ type: 'text', content: 'Que dia é melhor?', choices: ids(choices), attachment: null })
  await desk.settled(place, message.message_id, 'sent')
  expect(desk.acceptedOf(message.message_id).map(({ body: sent }) => sent)).toMatchObject([
    { type: 'interactive', interactive: wire },
  ])
  expect((await post(place, body, key)).message_id).toBe(message.message_id)
  for (const other of [
    { content: body.content },
    { ...body, choices: { kind: 'buttons' as const, options: [{ title: 'Outro' }] } },
  ])
    expect(await desk.staff.refused(sendMessage, input(place, other, key))).toMatchObject({ status: 409 })
})

it('MEDIA-18 what a lead chose quotes the question, and says which option it was', async () => {
  const place = await desk.newPlace()
  const { message_id } = await post(place, { content: 'Que dia é melhor?', choices: BUTTONS })
  await desk.settled(place, message_id, 'sent')
  const [sent] = desk.acceptedOf(message_id)
  await deliverTestWebhook(
    desk.test,
    buildMessageWebhook(desk.number.phoneNumberId, { phone: place.phone }, createUniqueWamid(), {
      type: 'interactive',
      context: { id: sent?.id },
      interactive: { type: 'button_reply', button_reply: { id: '2', title: 'Domingo' } },
    }),
  )
  const history = await waitUntil(
    async () => (await desk.conversationAt(place)).history,
    (all) => all.length === 3,
  )
  expect(history.at(-1)).toMatchObject({
    role: 'humano',
    content: 'Domingo',
    choice: { id: '2', title: 'Domingo' },
    reply_to: { message_id, preview: 'Que dia é melhor?' },
  })
})

it('MEDIA-18 what WhatsApp would refuse is refused before, in words', async () => {
  const place = await desk.newPlace()
  const four = { kind: 'buttons' as const, options: ['a', 'b', 'c', 'd'].map((title) => ({ title })) }
  expect(await desk.staff.refused(sendMessage, input(place, { content: 'Qual?', choices: four }))).toMatchObject({
    status: 400,
    fieldErrors: { choices: 'São no máximo 3 opções.' },
  })
  expect(await desk.staff.refused(sendMessage, input(place, { content: '', choices: BUTTONS }))).toMatchObject({
    status: 400,
    fieldErrors: { content: 'Digite a pergunta.' },
  })
})
