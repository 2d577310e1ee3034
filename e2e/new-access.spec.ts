import { expect, test } from './fixtures.ts'
import { waitForUserRoomJoin } from './support/room-joins.ts'
import { signIn } from './support/sign-in.ts'

test.use({ expectedNoise: [/401 \(Unauthorized\)/] })

test('TRUST-15 who signs in elsewhere is told of in the open tab, and put out by it @wide', async ({ freshWindow }) => {
  const page = await freshWindow()
  const hears = waitForUserRoomJoin(page)
  await signIn(page, 'admin')
  await hears
  // The first sign-in of an account, and another one with the same browser, are not reported as new access.
  await expect(page.getByText('Novo acesso à sua conta')).toHaveCount(0)

  const other = await freshWindow()
  await signIn(other, 'admin')
  await expect(page.getByText(/^Novo acesso à sua conta: .+, .+\. Não foi você\?$/)).toBeVisible()
  await expect(other.getByText('Novo acesso à sua conta')).toHaveCount(0)
  await page.getByRole('button', { name: 'Encerrar', exact: true }).click()
  await expect(page.getByText('Acesso encerrado', { exact: true })).toBeVisible()
  await expect(other).toHaveURL(/\/login\?next=/)
})
