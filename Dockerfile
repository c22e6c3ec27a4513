# One image for all markets: settings are read from the environment at start (README, "Settings").
ARG NODE=24

FROM node:${NODE}-slim AS base
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

FROM base AS build
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM base AS dependencies
RUN npm ci --omit=dev --ignore-scripts

FROM node:${NODE}-slim
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
RUN mkdir /data && chown node:node /data
COPY package.json ./
COPY --from=dependencies /app/node_modules node_modules
COPY public public
COPY --from=build /app/build build
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/server.mjs"]
