import { sessions } from '@prosa/contract/calls/accounts/auth'
import { HTTP_HEADERS } from '@prosa/contract/http'
import { expect, test } from './fixtures.ts'
import { waitForUserRoomJoin } from './support/room-joins.ts'
import { signIn } from './support/sign-in.ts'

test.use({ expectedNoise: [/401 \(Unauthorized\)|Logout realizado localmente/] })

test('RT-02 a session that is ended elsewhere is left at once, also on a page that shows no conversation @wide', async ({
  freshWindow,
}) => {
  const page = await freshWindow()
  const hears = waitForUserRoomJoin(page)
  await signIn(page, 'admin')
  await hears

  const other = await freshWindow()
  await signIn(other, 'admin')
  const own = sessions.answer.parse(await (await page.request.get('/api/auth/sessions')).json()).data.sessions
  const id = own.find(({ current }) => current)?.id
  const ended = await other.request.delete(`/api/auth/sessions/${id}`, {
    headers: { [HTTP_HEADERS.requestTime]: new Date().toISOString(), origin: new URL(other.url()).origin },
  })
  expect(ended.ok(), await ended.text()).toBe(true)

  await expect(page).toHaveURL(/\/login\?next=/, { timeout: 5_000 })
  await expect(page.getByText('Sua sessão expirou. Faça login novamente.', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Fechar notificação' })).toHaveCount(0)
})
