import { Refusal } from './bootstrap.mjs'
import { ensureBuilt } from './build/ensure-built.ts'

try {
  ensureBuilt(console.log)
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(error.message)
  process.exitCode = 1
}
