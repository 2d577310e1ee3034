-- Small parts lose little where a line is cut; what came before was sent in parts of 4 MiB.
ALTER TABLE "files" ADD COLUMN "part_bytes" integer DEFAULT 4194304 NOT NULL;
