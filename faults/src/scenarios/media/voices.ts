import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { openLlmDouble } from '../../../../apps/server/src/testing/doubles/llm/llm-double.ts'
import type { DoubleTranscriptionRequest } from '../../../../apps/server/src/testing/doubles/llm/transcription-double.ts'
import { buildMessageWebhook } from '../../../../apps/server/src/testing/doubles/meta-webhooks/meta-webhook-payloads.ts'
import { aVoice } from '../../../../apps/server/src/testing/files/unique-voice-note.ts'
import { fetchTranscriptStates } from '../../../../apps/server/src/testing/worlds/load-test-tenant.ts'
import { disturbDuringWork } from '../../environment/disturb-during-work.ts'
import { runConcurrently, startWhatsappInstallation } from '../../environment/whatsapp-installation.ts'
import { findLimitViolation, type Scenario, type ScenarioRun, scaleCount } from '../../scenario.ts'

const VOICE_NOTE_COUNT = 1_000
const KILL_COUNT = 20
const CONCURRENCY = 8
/** Milliseconds that the transcription double needs per voice note. */
const TRANSCRIPTION_DELAY_MS = 100
/** An answer received at least this many milliseconds before a kill must be stored; a later one may be lost. */
const STORE_GRACE_MS = 250
/** Milliseconds without a request after which no more are expected. */
const NO_REQUEST_MS = 60_000
const VOICE_MIME_TYPE = 'audio/ogg; codecs=opus'

/** Time from which the process may have stopped working, and time at which its successor was ready. */
interface ServerKill {
  at: number
  back: number
}

async function runVoices(given: ScenarioRun) {
  const llm = await openLlmDouble()
  const desk = await startWhatsappInstallation(llm.transcribeEnv)
  const { server, meta, world } = desk
  llm.transcribe(() => ({ text: 'Quero o de três quartos.', until: wait(TRANSCRIPTION_DELAY_MS) }))
  try {
    const voices = Array.from({ length: scaleCount(given, VOICE_NOTE_COUNT) }, (_, n) => {
      const bytes = Buffer.concat([aVoice(2), Buffer.from(`#${n}`)])
      return { id: `2754859441${n}`, bytes, wamid: `wamid.VOICE${n}`, phone: `5521${String(900_000_000 + n)}` }
    })
    for (const { id, bytes } of voices) meta.files.set(id, { bytes, mimeType: VOICE_MIME_TYPE })
    const kills: ServerKill[] = []
    const answered = () => new Set(llm.sounds.filter((sound) => sound.answered).map(({ sha256 }) => sha256)).size
    const killing = disturbDuringWork({
      times: scaleCount(given, KILL_COUNT),
      all: voices.length,
      done: answered,
      disturb: async () => {
        const at = Date.now()
        await server.kill()
        await server.start()
        kills.push({ at, back: Date.now() })
      },
      patienceMs: NO_REQUEST_MS,
    })
    await runConcurrently(voices, CONCURRENCY, async ({ id, bytes, wamid, phone }) => {
      const audio = { id, mime_type: VOICE_MIME_TYPE, sha256: createHash('sha256').update(bytes).digest('base64'), voice: true }
      await desk.deliver(buildMessageWebhook(desk.numberId, { phone }, wamid, { type: 'audio', audio }))
    })
    const killed = await killing
    await waitUntilQuiet(llm.sounds, () => answered() >= voices.length)
    await server.stop()
    return evaluateTranscripts(
      { voices: voices.length, killed, kills },
      llm.sounds,
      await fetchTranscriptStates({ dataDir: server.dataDir }, world.tenantId),
    )
  } finally {
    await desk.close()
    await llm.close()
  }
}

/** Waits until all results are stored, or until no request has arrived for `QUIET_MS`. */
async function waitUntilQuiet(sounds: readonly DoubleTranscriptionRequest[], isOver: () => boolean): Promise<void> {
  let [count, since] = [sounds.length, Date.now()]
  while (!isOver() && Date.now() - since < NO_REQUEST_MS) {
    await wait(200)
    if (sounds.length !== count) [count, since] = [sounds.length, Date.now()]
  }
  await wait(2_000)
}

function evaluateTranscripts(
  { voices, killed, kills }: { voices: number; killed: number; kills: readonly ServerKill[] },
  sounds: readonly DoubleTranscriptionRequest[],
  stored: readonly { state: string; shown: string; calls: number }[],
) {
  const askedOf = Map.groupBy(sounds, ({ sha256 }) => sha256)
  // Excludes answers around a kill: the kernel still accepts data for a process that is dying or has just died.
  const wasKept = ({ answeredAt }: DoubleTranscriptionRequest) =>
    answeredAt !== null && !kills.some(({ at, back }) => answeredAt >= at - STORE_GRACE_MS && answeredAt <= back)
  const repeated = [...askedOf.values()].map((asked) => asked.slice(0, -1))
  const again = repeated.filter((before) => before.some(wasKept)).length
  const amid = repeated.filter((before) => before.some((one) => one.answered && !wasKept(one))).length
  const most = Math.max(0, ...[...askedOf.values()].map((asked) => asked.length))
  const done = stored.filter(({ state }) => state === 'done').length
  const counts = {
    'without a transcript': voices - stored.length,
    'cut off twice': stored.filter(({ state }) => state === 'failed').length,
    'still waiting': stored.filter(({ state }) => state === 'waiting').length,
    'shown otherwise': stored.filter(({ state, shown }) => state !== shown).length,
    'answered and asked again': again,
  }
  return {
    figures: {
      voices,
      kills: killed,
      transcribed: done,
      requests: sounds.length,
      'most for one': most,
      'answered amid a kill': amid,
      ...counts,
    },
    broken: [
      ...Object.entries(counts).flatMap(([what, count]) => findLimitViolation(what, count, 0)),
      ...findLimitViolation('requests for one sound', most, 2),
      ...(killed === 0 ? ['nothing was killed'] : []),
    ],
  }
}

export const transcriptionScenario: Scenario = {
  name: 'voices',
  says: 'leads speak, and the server is killed while what they say is transcribed',
  missing: () => null,
  run: runVoices,
}
