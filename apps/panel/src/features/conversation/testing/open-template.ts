import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { aDesk } from '../../../testing/desk.tsx'
import { aMessage } from './factories.ts'

const LONG_AGO = new Date(Date.now() - 30 * 3_600_000).toISOString()

/** Opens a conversation whose lead has been silent for more than a day. */
export const openLocked = (desk: ReturnType<typeof aDesk>, channel = 'whatsapp') =>
  desk.open({ conversation: { channel, last_client_message_at: LONG_AGO }, history: [aMessage({ timestamp: LONG_AGO })] })

/** Opens the template dialog. */
export const openTemplates = async (): Promise<HTMLElement> => {
  await userEvent.click(await screen.findByRole('button', { name: 'Reabrir com modelo' }))
  return screen.findByRole('dialog', { name: 'Reabrir com modelo' })
}

export const chooseTemplate = async (dialog: HTMLElement, name: RegExp): Promise<void> =>
  userEvent.click(await within(dialog).findByRole('button', { name }))

/** Opens the conversation, the dialog and a template. Returns queries within the dialog. */
export const openTemplate = async (desk: ReturnType<typeof aDesk>, name: RegExp) => {
  await openLocked(desk)
  const dialog = await openTemplates()
  await chooseTemplate(dialog, name)
  return within(dialog)
}
