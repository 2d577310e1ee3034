# syntax=docker/dockerfile:1
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /prosa
COPY . .
# Installs what the lock file names, and builds the pages.
RUN npm run build

FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /prosa
COPY package.json package-lock.json .npmrc ./
COPY apps/server/package.json apps/server/
COPY packages/contract/package.json packages/contract/
# Not `npm ci`: it refuses a lock file that lacks an optional package of another platform.
RUN npm install --no-save --ignore-scripts --omit=dev --workspace apps/server --workspace packages/contract

FROM node:24.21.0-bookworm-slim
# Open to other machines: without DATABASE_URL, SESSION_SECRET and PUBLIC_URL it says what is missing, and does not start a demo whose passwords all know.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /prosa
COPY --from=packages /prosa ./
COPY --from=build /prosa/apps/server/src apps/server/src
COPY --from=build /prosa/packages/contract/src packages/contract/src
COPY --from=build /prosa/apps/panel/dist apps/panel/dist
COPY --from=build /prosa/apps/webchat/dist apps/webchat/dist
COPY --from=build /prosa/node_modules/.cache/prosa-likeness node_modules/.cache/prosa-likeness
RUN mkdir /data && chown node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=30s --interval=10s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT ?? 3000) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "apps/server/src/main.ts"]
