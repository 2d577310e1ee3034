import { expect, type Page } from '@playwright/test'
import { type AccountName, DEMO_USER_PASSWORD, DEMO_USERS } from './accounts.ts'

/** Types the credentials into the login form without submitting it. */
export const fillLoginForm = async (page: Page, phone: string, password: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Telefone' }).pressSequentially(phone)
  await page.getByLabel(/^Senha/).fill(password)
}

/** Signs in through the login page and waits for the agents page. */
export const signIn = async (page: Page, who: AccountName): Promise<void> => {
  await page.goto('/login')
  await fillLoginForm(page, DEMO_USERS[who].phone, DEMO_USER_PASSWORD)
  await page.getByRole('button', { name: 'Acessar' }).click()
  await expect(page.getByRole('heading', { name: 'Agentes', level: 1 })).toBeVisible()
}
