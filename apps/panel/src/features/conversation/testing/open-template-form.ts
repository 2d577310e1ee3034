import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { createConversationFixture } from '../../../testing/conversation-fixture.tsx'
import { buildMessage } from './factories.ts'

const THIRTY_HOURS_AGO = new Date(Date.now() - 30 * 3_600_000).toISOString()

/** Opens a conversation whose lead has not written for more than a day, so that the composer is locked. */
export const openLockedConversation = (fixture: ReturnType<typeof createConversationFixture>, channel = 'whatsapp') =>
  fixture.open({
    conversation: { channel, last_client_message_at: THIRTY_HOURS_AGO },
    history: [buildMessage({ timestamp: THIRTY_HOURS_AGO })],
  })

export const openTemplateDialog = async (): Promise<HTMLElement> => {
  await userEvent.click(await screen.findByRole('button', { name: 'Reabrir com modelo' }))
  return screen.findByRole('dialog', { name: 'Reabrir com modelo' })
}

export const chooseTemplate = async (dialog: HTMLElement, name: RegExp): Promise<void> =>
  userEvent.click(await within(dialog).findByRole('button', { name }))

/** Opens a conversation, the template dialog and the template with this name. Returns queries within the dialog. */
export const openTemplateForm = async (fixture: ReturnType<typeof createConversationFixture>, name: RegExp) => {
  await openLockedConversation(fixture)
  const dialog = await openTemplateDialog()
  await chooseTemplate(dialog, name)
  return within(dialog)
}
