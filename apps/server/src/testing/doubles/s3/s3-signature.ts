import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const encodeUriStrictly = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** Whether a request, including its body, is signed with this secret (AWS Signature Version 4). */
export function isSignatureValid(
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  { key, secret }: { key: string; secret: string },
) {
  const [, credential = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const [who, day = '', region = '', service = ''] = credential.split('/')
  const digest = headers['x-amz-content-sha256']
  if (who !== key || (digest !== sha256(body) && digest !== 'UNSIGNED-PAYLOAD')) return false
  const { pathname, searchParams } = new URL(url ?? '/', 'http://store')
  const query = [...searchParams].map(([name, value]) => `${encodeUriStrictly(name)}=${encodeUriStrictly(value)}`).sort()
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const request = [method, pathname, query.join('&'), lines.join(''), names, digest].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(request)].join('\n')
  const ofDay = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), 'aws4_request')
  return hmac(ofDay, text).toString('hex') === signature
}
