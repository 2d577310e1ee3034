import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { findChromium } from '../scripts/product/test-browser.ts'

const canUseApt = () => existsSync('/usr/bin/apt-get') && process.getuid?.() === 0

const runAptGet = (...args: readonly string[]): boolean => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const result = spawnSync('apt-get', args, { env, encoding: 'utf8' })
  if (result.status !== 0) console.error(result.stderr)
  return result.status === 0
}

const installWithApt = () => {
  console.log('Instalando o Chromium com apt-get…')
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'fonts-liberation']
  runAptGet('update', '-qq')
  // Older distributions only have the package with a graphical interface.
  if (!runAptGet(...install, 'chromium-headless-shell')) runAptGet(...install, 'chromium')
}

const HOW_TO_INSTALL = `Os testes no navegador precisam de um Chromium, e nenhum foi encontrado. Escolha um caminho:
  sudo apt-get install chromium          (Debian e Ubuntu)
  npx playwright install chromium        (baixa o do Playwright)
  CHROMIUM_PATH=/caminho/do/chromium npm test`

/** Installs a browser for the tests if none is found; prints instructions if that fails. */
if (!findChromium(chromium.executablePath()) && !process.env['CHROMIUM_PATH'] && canUseApt()) installWithApt()
if (!findChromium(chromium.executablePath())) {
  console.error(HOW_TO_INSTALL)
  process.exitCode = 1
}
