BEGIN TRANSACTION;
CREATE TABLE games (
	id TEXT NOT NULL, 
	rules TEXT NOT NULL, 
	start TEXT NOT NULL, 
	first TEXT NOT NULL, 
	second TEXT NOT NULL, 
	outcome TEXT NOT NULL, 
	termination TEXT, 
	reason TEXT NOT NULL, 
	opening INTEGER NOT NULL, 
	plies INTEGER NOT NULL, 
	event TEXT, 
	round BIGINT, 
	seed TEXT, 
	"limit" TEXT NOT NULL, 
	began DATETIME NOT NULL, 
	version TEXT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('cup/1','7x6 connect=4','','uct time=1','human','first wins','win','',2,7,'cup',1,'18446744073709551615','time=1','2026-01-02 03:04:05.000006','0.1.0');
INSERT INTO "games" VALUES('page','4x4 connect=3 gravity=no blocked=b2','..../..../x#../.... o','a','b','second wins','timeout','a took 5.1 s',0,1,NULL,NULL,NULL,'','2026-01-03 03:04:05.000000','0.1.0');
CREATE TABLE moves (
	game TEXT NOT NULL, 
	ply INTEGER NOT NULL, 
	move TEXT NOT NULL, 
	seconds DOUBLE NOT NULL, 
	value DOUBLE, 
	nodes BIGINT, 
	PRIMARY KEY (game, ply), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "moves" VALUES('cup/1',1,'4',0.0,0.0,0);
INSERT INTO "moves" VALUES('cup/1',2,'3',0.5,NULL,10);
INSERT INTO "moves" VALUES('cup/1',3,'4',1.0,2.0,20);
INSERT INTO "moves" VALUES('cup/1',4,'3',1.5,NULL,30);
INSERT INTO "moves" VALUES('cup/1',5,'4',2.0,4.0,40);
INSERT INTO "moves" VALUES('cup/1',6,'3',2.5,NULL,50);
INSERT INTO "moves" VALUES('cup/1',7,'4',3.0,6.0,60);
INSERT INTO "moves" VALUES('page',1,'d4',0.0,NULL,NULL);
CREATE TABLE plyground_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT plyground_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "plyground_version" VALUES('0001');
CREATE TABLE tournaments (
	name TEXT NOT NULL, 
	settings TEXT NOT NULL, 
	state TEXT NOT NULL, 
	began DATETIME NOT NULL, 
	changed DATETIME NOT NULL, 
	version TEXT NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "tournaments" VALUES('cup','{"rounds":2}','running','2026-01-02 03:04:05.000000','2026-01-02 03:04:06.000000','0.1.0');
CREATE INDEX games_began ON games (began, id);
CREATE INDEX games_event ON games (event);
COMMIT;
