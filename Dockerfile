# One image for all markets: settings are read from the environment at start (README, "Settings").
# The last target is for a real operator. `--target sandbox` adds the sandbox operator, which starts with SANDBOX=1.
ARG NODE=24

FROM node:${NODE}-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && node --import tsx bin/image.ts /image

FROM node:${NODE}-slim AS runtime
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data PORT=3000
RUN mkdir /data && chown node:node /data
COPY --from=build /image ./
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["bin/healthcheck"]
CMD ["node", "build/server.mjs"]

FROM runtime AS sandbox
COPY --from=build /app/build/sandbox.mjs build/
COPY --from=build /app/public/clips public/clips/

FROM runtime AS production
