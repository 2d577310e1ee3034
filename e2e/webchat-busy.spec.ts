import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { sendWebchatMessage } from '@prosa/contract/calls/webchat/webchat'
import type { Agent } from '@prosa/contract/entities/agents/agent'
import { buildPath, HTTP_HEADERS } from '@prosa/contract/http'
import { expect, test } from './fixtures.ts'
import { fetchAgentByType, fetchConversations, fetchHistory } from './support/chat.ts'
import { getLeadThread, openWebchat } from './support/lead.ts'
import { getApiUrl } from './support/provider.ts'

const TOO_MANY_REQUESTS = /Failed to load resource: the server responded with a status of 429/
const QUEUE_NOTICE = 'Muita gente está escrevendo agora. Sua mensagem está guardada e sai sozinha em até um minuto.'
/** More than the number of new visitors that an agent accepts without a proof of work. */
const CROWD_SIZE = 40

test.use({ environment: { TRUST_PROXY: '1' }, expectedNoise: [TOO_MANY_REQUESTS] })

/**
 * Sends first messages from other IP addresses until the agent's limit for new visitors is reached. Each names a file that does not exist:
 * the visitor is counted before the message is refused, and no lead is created.
 */
async function crowdWebchat(page: Page, agent: Agent): Promise<void> {
  for (let at = 0; at < CROWD_SIZE; at += 1) {
    // Sends no cookies, so each request counts as a new visitor.
    const answer = await fetch(`${getApiUrl(page)}${buildPath(sendWebchatMessage.path, { agentId: agent._id })}`, {
      method: 'POST',
      body: JSON.stringify({ content: '', file_id: randomUUID(), as: 'document' }),
      headers: {
        'content-type': 'application/json',
        [HTTP_HEADERS.requestTime]: new Date().toISOString(),
        [HTTP_HEADERS.idempotencyKey]: randomUUID(),
        'x-forwarded-for': `203.0.113.${at}`,
      },
    })
    if (answer.headers.has(HTTP_HEADERS.challenge)) return
    expect(answer.status).toBe(404)
  }
  throw new Error(`The agent accepts more than ${CROWD_SIZE} strangers`)
}

/** Returns the stored messages with this text from an agent's conversations. */
async function fetchMessagesWithText(page: Page, agent: Agent, text: string): Promise<string[]> {
  const stored: string[] = []
  for (const { _id, lead_id } of await fetchConversations(page, agent)) {
    for (const { content } of await fetchHistory(page, `/chat/${lead_id}/${_id}`)) if (content === text) stored.push(content)
  }
  return stored
}

test('a stranger on a busy web chat is told so, and the browser proves work and sends the message', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  const lead = await freshWindow()
  // Delays the chunk that solves the challenge, so that the waiting state is visible.
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await lead.route(/\/solve-challenge-[^/]*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  await openWebchat(lead, agent)
  await crowdWebchat(page, agent)

  const text = 'Bom dia! Ainda tem visita no sábado?'
  const refused = lead.waitForResponse((response) => response.status() === 429)
  await lead.getByRole('textbox').fill(text)
  await lead.getByRole('textbox').press('Enter')
  expect((await refused).headers()[HTTP_HEADERS.challenge]).toBeTruthy()
  await expect(lead.getByText(QUEUE_NOTICE, { exact: true })).toBeVisible()
  await expect(getLeadThread(lead).getByText(text, { exact: true })).toBeVisible()
  expect(await fetchMessagesWithText(page, agent, text)).toEqual([])

  // A reload forgets the challenge and keeps the message.
  await lead.reload()
  await expect(lead.getByText(QUEUE_NOTICE, { exact: true })).toBeVisible()
  const accepted = lead.waitForResponse((response) => response.url().endsWith('/messages') && response.ok())
  release()
  const { [HTTP_HEADERS.proof]: proof } = (await accepted).request().headers()
  expect(proof).toMatch(/\.\d+$/)
  await expect(lead.getByText(QUEUE_NOTICE, { exact: true })).toBeHidden()
  await expect(getLeadThread(lead).getByText(text, { exact: true })).toHaveCount(1)
  expect(await fetchMessagesWithText(page, agent, text)).toEqual([text])
})

test('a browser without SHA-256 waits on a busy web chat, and sends the message by itself @wide', async ({
  windowOf,
  freshWindow,
}) => {
  const page = await windowOf('staff')
  const agent = await fetchAgentByType(page, 'SDR')
  const lead = await freshWindow()
  await lead.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }))
  await openWebchat(lead, agent)
  await crowdWebchat(page, agent)

  const text = 'Boa tarde! Vocês aceitam financiamento?'
  await lead.getByRole('textbox').fill(text)
  await lead.getByRole('textbox').press('Enter')
  await expect(lead.getByText(QUEUE_NOTICE, { exact: true })).toBeVisible()
  expect(await fetchMessagesWithText(page, agent, text)).toEqual([])
  await expect(lead.getByText(QUEUE_NOTICE, { exact: true })).toBeHidden({ timeout: 90_000 })
  await expect(getLeadThread(lead).getByText(text, { exact: true })).toHaveCount(1)
  expect(await fetchMessagesWithText(page, agent, text)).toEqual([text])
})
