import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { openSmtpDouble } from '../../apps/server/src/testing/doubles/mail/smtp-double.ts'
import { ProductProcess } from '../../scripts/product/product-process.ts'
import {
  BENCH_SESSION_SECRET,
  type BenchDatabase,
  getDatabaseServerUrl,
  hashBenchPassword,
  openBenchDatabase,
} from './dataset/bench-database.ts'
import { type DatasetSizes, FULL_DATASET, SMALL_DATASET } from './dataset/dataset-sizes.ts'
import { type DatasetTarget, fillDataset } from './dataset/fill-dataset.ts'
import { buildId, type TenantName } from './dataset/ids.ts'
import { fetchSessionCookies, insertSessions } from './dataset/sessions.ts'
import { HttpCaller } from './support/http-caller.ts'
import { PROBE_MODULE } from './support/measured-process.ts'

/** Number of the conversation that users write in during screen measures. */
export const WRITTEN_CONVERSATION = 12
/** Enough for a repeated measure of idle sockets and for all other measures. */
const SESSION_COUNT = 12_000

/** Environment of all measures: one running product with data, and sessions to call it with. */
export class BenchEnvironment {
  readonly database: BenchDatabase | null
  readonly sizes: DatasetSizes
  readonly #mails: Awaited<ReturnType<typeof openSmtpDouble>>
  #product: Promise<ProductProcess> | null = null
  readonly #next: Record<TenantName, number> = { large: 1, few: 1, many: 1, logged: 1, hundredth: 1 }

  private constructor(database: BenchDatabase | null, mails: Awaited<ReturnType<typeof openSmtpDouble>>) {
    this.database = database
    this.#mails = mails
    this.sizes = database ? FULL_DATASET : SMALL_DATASET
  }

  static async set(say: (line: string) => void): Promise<BenchEnvironment> {
    const address = getDatabaseServerUrl()
    if (!address) say('no BENCH_DATABASE_URL: an embedded database with 2,000 conversations, and nothing held against plain SQL')
    return new BenchEnvironment(address ? await openBenchDatabase(address, say) : null, await openSmtpDouble())
  }

  /** Environment variables: no demo data, a mail server that accepts everything, and client IP addresses taken from a request header. */
  get #outside(): Record<string, string> {
    return { DEMO: '0', SMTP_URL: this.#mails.url, TRUST_PROXY: '1' }
  }

  /** Name and version of the database. */
  get databaseName(): string {
    return this.database?.version ?? 'embedded (PGlite)'
  }

  /**
   * Returns the database for a measure with `needsServer`.
   * @throws if the measure does not declare it
   */
  get server(): BenchDatabase {
    if (!this.database) throw new Error('The measure needs a PostgreSQL server and did not say so')
    return this.database
  }

  /** Returns the product with the bench's data, started at the first call. */
  product(): Promise<ProductProcess> {
    this.#product ??= this.database ? this.#onServer(this.database) : this.#embedded()
    return this.#product
  }

  /** Returns the cookies of the next unused session. */
  async someone(tenant: TenantName = 'large'): Promise<string> {
    const { url } = await this.product()
    return fetchSessionCookies(url, tenant, this.#next[tenant]++)
  }

  /** Returns a client with an unused session, because rate limits apply per user. */
  async caller(tenant: TenantName = 'large'): Promise<HttpCaller> {
    return new HttpCaller((await this.product()).url, await this.someone(tenant))
  }

  async close(): Promise<void> {
    await this.#product?.then((product) => product.close())
    await this.database?.close()
    await this.#mails.close()
  }

  async #onServer({ url, pool }: BenchDatabase): Promise<ProductProcess> {
    await this.#openDoors({ run: async (sql) => (await pool.query<Record<string, unknown>>(sql)).rows })
    return ProductProcess.launch(
      { ...this.#outside, DATABASE_URL: url, SESSION_SECRET: BENCH_SESSION_SECRET, LOG_LEVEL: 'warn' },
      PROBE_MODULE,
    )
  }

  async #embedded(): Promise<ProductProcess> {
    const product = await ProductProcess.launch(this.#outside, PROBE_MODULE)
    await product.stop()
    const client = await PGlite.create({
      dataDir: join(product.dataDir, 'postgres'),
      extensions: { pg_trgm, unaccent, btree_gin },
    })
    const target: DatasetTarget = {
      run: async (sql) => (await client.exec(sql)).flatMap(({ rows }) => rows as Record<string, unknown>[]),
    }
    await fillDataset(target, this.sizes, await hashBenchPassword())
    await this.#openDoors(target)
    await client.close()
    await product.start()
    return product
  }

  async #openDoors(target: DatasetTarget): Promise<void> {
    // Updates the time of the lead's last message, because the composer closes a day after it.
    await target.run(`
      UPDATE conversations SET last_client_message_at = now()
      WHERE tenant_id = '${buildId('large', 'tenant')}' AND id = '${buildId('large', 'conversation', WRITTEN_CONVERSATION)}'`)
    const few = { sessions: 20, users: 5 }
    await insertSessions(target, {
      large: { sessions: SESSION_COUNT, users: this.sizes.users },
      few,
      many: few,
      logged: few,
      hundredth: few,
    })
  }
}
