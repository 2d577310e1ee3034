import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A mail server that keeps what it is sent. */
export class MailDouble {
  readonly mails: string[] = []
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        this.mails.push(Buffer.concat(chunks).toString().replaceAll('=\r\n', '').replaceAll('=3D', '='))
        done()
      })
    },
  })

  /** What the product is told of it. */
  async open(): Promise<Record<string, string>> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server.server, 'listening')
    return { SMTP_URL: `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}` }
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(resolve))
  }
}
