import type { WhatsappNumber } from '@prosa/contract/entities/whatsapp/channel'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useNotifications } from '../../../shared/notifications/notifications.ts'
import { anAgent } from '../../../testing/factories.ts'

export const TEST_DATE = '2026-11-18T12:00:00.000Z'
/** Creates a WhatsApp number that works. */
export const aNumber = (overrides: Partial<WhatsappNumber> = {}): WhatsappNumber => ({
  id: 'n1',
  agent_id: 'agent-1',
  phone_number_id: '106540352242922',
  waba_id: '102290129340398',
  display_number: '+55 11 4000-1234',
  verified_name: 'Aurora Imóveis',
  status: 'ok',
  status_reason: null,
  checked_at: TEST_DATE,
  created_at: TEST_DATE,
  updated_at: TEST_DATE,
  ...overrides,
})
/** Agents to which a WhatsApp number can be assigned. */
export const TEST_AGENTS = [anAgent(), anAgent({ _id: 'agent-2', name: 'Bento', type: 'CLOSER' })]

export const clickButton = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
export const typeIntoField = async (label: RegExp, text: string) => userEvent.type(await screen.findByLabelText(label), text)
/** Returns type and title of the shown notifications, newest first. */
export const getShownNotifications = () => useNotifications.getState().notifications.map(({ type: kind, title }) => [kind, title])
