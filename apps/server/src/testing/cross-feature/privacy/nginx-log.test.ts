import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('the documented nginx logs no address, query, referrer or header of a request', () => {
  const conf = readFileSync(new URL('../../../../../../docs/nginx.conf', import.meta.url), 'utf8')
  const format = /log_format (\w+) '([^']*)';/.exec(conf)
  expect(conf).toContain(`access_log /var/log/nginx/access.log ${format?.[1]};`)
  expect(format?.[2]).not.toMatch(/\$(request|uri|request_uri|args|query_string|http_\w+|arg_\w+)(?!_)\b/)
  expect(conf).toMatch(/error_log \S+ (crit|alert|emerg);/)
})
